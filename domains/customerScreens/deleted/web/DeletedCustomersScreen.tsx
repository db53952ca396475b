import { Button, Text } from "@mantine/core";
import { IconArrowBackUp, IconArrowMerge } from "@tabler/icons-react";
import { Link } from "react-router";
import { formatPhone } from "#core/phone.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { customers } from "#domains/customers/contract.ts";
import { customerDeletion, type DeletedCustomer, restoreDays } from "#domains/customers/deletion/contract.ts";
import { duplicates } from "#domains/duplicates/contract.ts";
import { lists } from "#domains/lists/contract.ts";
import { deletedTexts as texts } from "./texts.ts";

const refreshes = [
  customerDeletion.deleted,
  customers.table,
  customers.search,
  customers.details,
  lists.search,
  lists.table,
];

/** The customers deleted lately, who can be restored. */
export function DeletedCustomersScreen() {
  const time = useTime();
  const restore = useSend(customerDeletion.restore, { invalidates: refreshes });
  const merge = useSend(duplicates.restore, { invalidates: refreshes });
  const askToMerge = async ({ id, customer_name, owner_name }: DeletedCustomer) => {
    if (await confirm({ ...texts.mergeQuestion(customer_name, owner_name), action: texts.merge }))
      merge.mutate({ body: { customer_id: id } });
  };
  const actionsFor = (row: DeletedCustomer) =>
    row.owner_id === null
      ? [
          {
            needs: customerDeletion.restore,
            label: texts.restore,
            icon: IconArrowBackUp,
            onClick: () => restore.mutate({ body: { customer_ids: [row.id] } }),
          },
        ]
      : [
          {
            needs: duplicates.restore,
            label: texts.merge,
            icon: IconArrowMerge,
            onClick: () => void askToMerge(row),
          },
        ];
  return (
    <Screen
      title="Deleted customers"
      actions={
        <Button component={Link} to="/customers" variant="default">
          All customers
        </Button>
      }
    >
      <Text mb="md">Customers can be restored for {restoreDays} days. Opt-outs stay in place either way.</Text>
      <DataTable
        call={customerDeletion.deleted}
        label="Deleted customers"
        searchHint="Search names, phones, emails"
        nameOf={({ customer_name }) => customer_name}
        actions={actionsFor}
        columns={[
          { key: "customer_name", label: "Customer Name", sortable: true },
          { key: "phone", label: "Phone", render: ({ phone }) => formatPhone(phone) },
          { key: "email", label: "Email", hideOnPhone: true },
          {
            key: "deleted_at",
            label: "Deleted",
            sortable: true,
            render: ({ deleted_at }) => time.dateTime(deleted_at),
          },
          { key: "deleted_by", label: "Deleted by" },
        ]}
      />
    </Screen>
  );
}
