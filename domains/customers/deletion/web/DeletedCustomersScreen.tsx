import { Button, Text } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { Link } from "react-router";
import { formatPhone } from "#core/phone.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { Screen } from "#core/web/layout/Screen.tsx";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { customers } from "#domains/customers/contract.ts";
import { lists } from "#domains/lists/contract.ts";
import { customerDeletion, type DeletedCustomer, restoreDays } from "../contract.ts";

/** The customers deleted lately, who can be restored. */
export function DeletedCustomersScreen() {
  const time = useTime();
  const restore = useSend(customerDeletion.restore, {
    invalidates: [customerDeletion.deleted, customers.table, customers.search, lists.search, lists.table],
  });
  const actionsFor = ({ id }: DeletedCustomer) => [
    {
      needs: customerDeletion.restore,
      label: "Restore",
      icon: IconArrowBackUp,
      onClick: () => restore.mutate({ body: { customer_ids: [id] } }),
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
