import {
  IconArrowMerge,
  IconCalendarPlus,
  IconDownload,
  IconId,
  IconMessage,
  IconPencil,
  IconTrash,
  IconTrophy,
  IconUpload,
  IconUserPlus,
} from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useSearchParams } from "react-router";
import type { BodyInput } from "#core/call.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { followDownload } from "#core/web/download.ts";
import { Screen } from "#core/web/layout/Screen.tsx";
import type { ScreenCommand } from "#core/web/layout/screenCommands.ts";
import { useHasScreen } from "#core/web/layout/screenDeclaration.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { appointments } from "#domains/appointments/contract.ts";
import { type Customer, customerExport, customers } from "#domains/customers/contract.ts";
import { uploads } from "#domains/customers/upload/contract.ts";
import { RunningUploads, UploadDialog } from "#domains/customers/upload/web/public.tsx";
import { duplicates } from "#domains/duplicates/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { lists } from "#domains/lists/contract.ts";
import { SavedViews } from "#domains/views/web/public.tsx";
import { extraColumns, InformationCell, NameCell, OptInCell, TagsCell } from "./Cells.tsx";
import { ChosenCustomers } from "./ChosenCustomers.tsx";
import { CustomerFilters, useConsentFilter, useListFilter, useTagFilter } from "./CustomerFilters.tsx";
import { customerTexts as texts } from "./texts.ts";
import { useMoreFilters } from "./useMoreFilters.ts";

const AddCustomerDialog = lazyDialog(() => import("#domains/customers/web/public.tsx"), "AddCustomerDialog");
const NoCustomers = lazyNamed(() => import("./NoCustomers.tsx"), "NoCustomers");
const DeleteCustomersDialog = lazyDialog(
  () => import("#domains/customers/deletion/web/public.tsx"),
  "DeleteCustomersDialog",
);
const EditCustomerDialog = lazyDialog(() => import("#domains/customers/web/public.tsx"), "EditCustomerDialog");
const SendSmsDialog = lazyDialog(() => import("#domains/inbox/web/public.tsx"), "SendSmsDialog");

/** The location's customers: all of them, those without a list, or one list's. */
export function CustomersScreen() {
  const { filter, list_id, filterBy, isUploading, openUpload, closeUpload } = useListFilter();
  const [consent, setConsent] = useConsentFilter();
  const [tag, setTag] = useTagFilter();
  const more = useMoreFilters();
  const [dialog, setDialog] = useState<"add" | "edit" | "sms" | "delete">();
  // Kept while the dialog closes, so that its content doesn't change during the transition.
  const [customer, setCustomer] = useState<Customer>();
  const canText = useCan(inbox.sendToCustomer);
  const canUpload = useCan(uploads.copyFromTemp);
  const canSelect = useCan(lists.addCustomers);
  const canEdit = useCan(customers.update);
  const body = { list_id: filter === "all" ? "" : filter, tag_id: tag, consent: consent || undefined, ...more.body };
  const exportCommands = useExport(body);
  const hasDetails = useHasScreen("/customer/:id");
  const open = (kind: "edit" | "sms" | "delete", row: Customer) => {
    setCustomer(row);
    setDialog(kind);
  };
  const close = () => setDialog(undefined);
  const isFiltered = filter !== "all" || tag !== "" || consent !== "" || more.isAny;

  const actionsFor = (row: Customer) => [
    ...(hasDetails ? [{ label: "Details", icon: IconId, to: `/customer/${row.id}` }] : []),
    { needs: inbox.sendToCustomer, label: "Send SMS", icon: IconMessage, onClick: () => open("sms", row) },
    { needs: customers.update, label: "Edit", icon: IconPencil, onClick: () => open("edit", row) },
    { needs: customers.remove, label: "Delete", icon: IconTrash, danger: true, onClick: () => open("delete", row) },
    {
      needs: appointments.add,
      label: "Create Appointment",
      icon: IconCalendarPlus,
      to: `/appointments?create=${row.id}`,
    },
    { needs: inbox.sendToCustomer, label: "Send Review Invite", icon: IconTrophy, to: `/invites?invite=${row.id}` },
  ];

  return (
    <Screen
      title="Customers"
      commands={{
        main: { label: "Create a customer", icon: IconUserPlus, needs: customers.add, onClick: () => setDialog("add") },
        others: [
          { label: "Find duplicates", icon: IconArrowMerge, needs: duplicates.all, to: "/customers/duplicates" },
          ...exportCommands,
          { label: "Upload customers", icon: IconUpload, needs: uploads.copyFromTemp, onClick: openUpload },
        ],
      }}
    >
      <RunningUploads />
      <SavedViews screen="customers" columnsName="customers" />
      <DataTable
        call={customers.table}
        label="Customers"
        searchHint="Search names, phones, emails"
        body={body}
        columnsName="customers"
        filters={
          <CustomerFilters
            list={filter}
            onList={filterBy}
            tag={tag}
            onTag={setTag}
            consent={consent}
            onConsent={setConsent}
            more={more}
          />
        }
        actionsLabel="Invitation/Action"
        nameOf={(row) => row.customer_name}
        empty={
          !isFiltered && (
            <Suspense>
              <NoCustomers onUpload={openUpload} />
            </Suspense>
          )
        }
        actions={actionsFor}
        selection={
          canSelect
            ? { actions: (chosen, clear) => <ChosenCustomers chosen={chosen} clear={clear} list_id={list_id} /> }
            : undefined
        }
        columns={[
          {
            key: "customer_name",
            label: "Customer Name",
            sortable: true,
            isFixed: true,
            card: "title",
            render: (row) => (
              <NameCell
                customer={row}
                onText={canText ? () => open("sms", row) : undefined}
                onEdit={canEdit ? () => open("edit", row) : undefined}
              />
            ),
          },
          { key: "email", label: "Information", sortable: true, card: "line", render: InformationCell },
          { key: "optin_status", label: "Opt-In Status", card: "status", render: OptInCell },
          { key: "messages_received", label: "Message Received", isCount: true, card: "more" },
          { key: "messages_sent", label: "Message Sent", isCount: true, card: "more" },
          { key: "tags", label: "Tags", card: "more", render: TagsCell },
          ...extraColumns(more.custom.fields),
        ]}
      />
      <AddCustomerDialog opened={dialog === "add"} onClose={close} list_id={list_id ?? null} />
      <UploadDialog opened={isUploading && canUpload} onClose={closeUpload} list_id={list_id} />
      {customer && <EditCustomerDialog opened={dialog === "edit"} onClose={close} customer={customer} />}
      {customer && <DeleteCustomersDialog opened={dialog === "delete"} onClose={close} chosen={[customer]} />}
      {customer && <SendSmsDialog opened={dialog === "sms"} onClose={close} customer={customer} />}
    </Screen>
  );
}

/** The commands that download all customers that match the table's filters as CSV, without and with their leads. */
function useExport(filters: BodyInput<typeof customerExport.make>): ScreenCommand[] {
  const [query] = useSearchParams();
  const makeExport = useSend(customerExport.make, {
    quiet: "success",
    onSuccess: ({ data }) => followDownload(data.url),
  });
  const body = { ...filters, search: query.get("q") ?? "" };
  const command = { icon: IconDownload, needs: customerExport.make, loading: makeExport.isPending };
  return [
    { ...command, label: texts.export, onClick: () => makeExport.mutate({ body }) },
    { ...command, label: texts.exportWithLeads, onClick: () => makeExport.mutate({ body: { ...body, with_lead: 1 } }) },
  ];
}
