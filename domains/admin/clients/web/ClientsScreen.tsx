import { Button } from "@mantine/core";
import { IconEye, IconKey, IconPhonePlus, IconTrash, IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { forgetRows } from "#core/web/call/deletedRows.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useQueryChoice } from "#core/web/table/useTableQuery.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { SupportAccessDialog } from "#domains/admin/supportAccess/web/public.tsx";
import { clientRegistrationStates } from "#domains/textRegistration/operator/contract.ts";
import { RegistrationCell, RegistrationFilter } from "#domains/textRegistration/operator/web/public.tsx";
import { type Client, clients, type SincePeriod, sampleDealership, sincePeriods } from "../contract.ts";
import classes from "./ClientsScreen.module.css";
import {
  buyPath,
  canGetNumber,
  clientName,
  Inbound,
  Information,
  NameLink,
  Outbound,
  SmsNumber,
} from "./clientCells.tsx";

const PasswordDialog = lazyDialog(() => import("./PasswordDialog.tsx"), "PasswordDialog");

/** Every client business; the URL holds the period filter. */
export function ClientsScreen() {
  const time = useTime();
  const navigate = useNavigate();
  const removeSample = useRemoveSample();
  const { param } = useParams();
  const period = sincePeriods.find((one) => one === param) ?? "all";
  const [registration, setRegistration] = useQueryChoice("registration", clientRegistrationStates, "");
  const [passwordOpen, setPasswordOpen] = useState(false);
  const [accessOpen, setAccessOpen] = useState(false);
  // Stays set while the dialog closes, so that its content doesn't change.
  const [client, setClient] = useState<Client>();

  const actionsFor = (row: Client) => [
    ...(canGetNumber(row)
      ? [{ label: "Buy Twilio Number", icon: IconPhonePlus, onClick: () => navigate(buyPath(row)) }]
      : []),
    ...(row.total_locations === 0
      ? []
      : [
          {
            label: "View as client",
            icon: IconEye,
            onClick: () => {
              setClient(row);
              setAccessOpen(true);
            },
          },
        ]),
    ...(row.user_id === null
      ? []
      : [
          {
            label: "Change Password",
            icon: IconKey,
            onClick: () => {
              setClient(row);
              setPasswordOpen(true);
            },
          },
        ]),
    ...(row.is_sample === 1
      ? [{ label: "Remove sample data", icon: IconTrash, danger: true, onClick: () => void removeSample(row) }]
      : []),
  ];

  return (
    <Screen
      title="All Clients"
      commands={{ main: { label: "Add New Client", icon: IconUserPlus, to: "/admin/clients/add" } }}
    >
      <DataTable
        call={clients.table}
        label="Clients"
        body={{ filterBy: period, registration }}
        filters={
          <>
            <PeriodLinks period={period} />
            <RegistrationFilter value={registration} onChange={setRegistration} />
          </>
        }
        nameOf={clientName}
        actions={actionsFor}
        columns={[
          { key: "client_name", card: "title", label: "Client Name", sortable: true, render: NameLink },
          { key: "company", card: "line", label: "Business Name", sortable: true },
          { key: "email", label: "Information", sortable: true, render: Information },
          { key: "phone_no_request", card: "status", label: "SMS Number", sortable: true, render: SmsNumber },
          { key: "registration", card: "more", label: "Registration", render: RegistrationCell },
          { key: "inbound_sms", label: "SMS In", sortable: true, render: Inbound },
          { key: "outbound_sms", label: "SMS Out", sortable: true, render: Outbound },
          { key: "total_customers", label: "Customers", sortable: true },
          { key: "created_at", label: "Client Since", sortable: true, render: (row) => time.date(row.created_at) },
        ]}
      />
      {client && <SupportAccessDialog opened={accessOpen} onClose={() => setAccessOpen(false)} client={client} />}
      {client && <PasswordDialog opened={passwordOpen} onClose={() => setPasswordOpen(false)} client={client} />}
    </Screen>
  );
}

const labels: Record<SincePeriod, string> = { all: "All Time", month: "This Month", week: "This Week", today: "Today" };

/** Filters clients by when they joined. */
function PeriodLinks({ period }: { period: SincePeriod }) {
  return (
    <nav aria-label="Clients since" className={classes.links}>
      {sincePeriods.map((one) => (
        <Button
          key={one}
          component={Link}
          to={`/admin/clients/${one}`}
          size="xs"
          variant={one === period ? "filled" : "default"}
          aria-current={one === period ? "page" : undefined}
        >
          {labels[one]}
        </Button>
      ))}
    </nav>
  );
}

/** Removes the sample dealership after a confirmation. */
function useRemoveSample() {
  const remove = useSend(sampleDealership.remove, {
    invalidates: [clients.table, clients.one],
    updates: (cache, { params }) => forgetRows(cache, [{ id: Number(params?.id), calls: [[clients.one, "id"]] }]),
  });
  return async ({ id, company }: { readonly id: number; readonly company: string }) => {
    const isSure = await confirm({
      title: "Remove sample data?",
      text: `${company} will be deleted with its people, customers, conversations and lists, and its sample sign-ins will stop working. Your clients aren't affected. This can't be undone.`,
      action: "Remove sample data",
      danger: true,
    });
    if (isSure) remove.mutate({ params: { id } });
  };
}
