import { Anchor, Badge, Button, Group, Text } from "@mantine/core";
import { IconCalendarPlus, IconMessage, IconPencil, IconTrash, IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { formatPhone } from "#core/phone.ts";
import { confirm } from "#core/web/confirm.tsx";
import { DataTable } from "#core/web/DataTable.tsx";
import { onDemand } from "#core/web/onDemand.tsx";
import { Screen } from "#core/web/Screen.tsx";
import { useHasScreen } from "#core/web/screen.ts";
import { useMay } from "#core/web/useMay.ts";
import { useSend } from "#core/web/useSend.ts";
import { type Customer, customers } from "../contract.ts";

const AddCustomerDialog = onDemand(() => import("./CustomerDialogs.tsx"), "AddCustomerDialog");
const EditCustomerDialog = onDemand(() => import("./CustomerDialogs.tsx"), "EditCustomerDialog");
const SendSmsDialog = onDemand(() => import("./SendSmsDialog.tsx"), "SendSmsDialog");

/** The location's customers. */
export function CustomersScreen() {
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<"add" | "edit" | "sms">();
  // Kept while its dialog closes, so that the dialog doesn't change before it is gone.
  const [customer, setCustomer] = useState<Customer>();
  const mayDelete = useMay(customers.remove);
  const hasAppointments = useHasScreen("/appointments");
  const remove = useSend(customers.remove, { refreshes: [customers.table, customers.search] });

  const open = (kind: "edit" | "sms", row: Customer) => {
    setCustomer(row);
    setDialog(kind);
  };
  const close = () => setDialog(undefined);

  const askToDelete = async ({ id, customer_name }: Customer) => {
    const text = `${customer_name} and the conversation with them will no longer be shown.`;
    const yes = await confirm({ title: "Delete customer", text, action: "Delete", danger: true });
    if (yes) remove.mutate({ params: { id } });
  };

  const actionsFor = (row: Customer) => [
    { label: "Send SMS", icon: IconMessage, onClick: () => open("sms", row) },
    { label: "Edit", icon: IconPencil, onClick: () => open("edit", row) },
    ...(mayDelete ? [{ label: "Delete", icon: IconTrash, danger: true, onClick: () => askToDelete(row) }] : []),
    ...(hasAppointments
      ? [
          {
            label: "Create Appointment",
            icon: IconCalendarPlus,
            onClick: () => navigate(`/appointments?create=${row.id}`),
          },
        ]
      : []),
  ];

  return (
    <Screen
      title="Customers"
      actions={
        <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setDialog("add")}>
          Create a customer
        </Button>
      }
    >
      <DataTable
        call={customers.table}
        label="Customers"
        nameOf={(row) => row.customer_name}
        actions={actionsFor}
        columns={[
          {
            key: "customer_name",
            label: "Customer Name",
            sortable: true,
            render: (row) => <Name customer={row} onText={() => open("sms", row)} />,
          },
          { key: "email", label: "Information", sortable: true, render: Information },
          { key: "optin_status", label: "Opt-In Status", sortable: true, render: OptIn },
          { key: "messages_received", label: "Message Received", sortable: true },
          { key: "messages_sent", label: "Message Sent", sortable: true },
          { key: "tags", label: "Tags", render: Tags, hideOnPhone: true },
        ]}
      />
      <AddCustomerDialog opened={dialog === "add"} onClose={close} />
      {customer && <EditCustomerDialog opened={dialog === "edit"} onClose={close} customer={customer} />}
      {customer && <SendSmsDialog opened={dialog === "sms"} onClose={close} customer={customer} />}
    </Screen>
  );
}

/** Leads to the conversation; without one, begins it. */
function Name({ customer, onText }: { customer: Customer; onText: () => void }) {
  const { chat_id, customer_name } = customer;
  if (chat_id === null) {
    return (
      <Anchor component="button" type="button" size="sm" ta="left" onClick={onText}>
        {customer_name}
      </Anchor>
    );
  }
  return (
    <Anchor component={Link} size="sm" to={`/inbox/all/${chat_id}`}>
      {customer_name}
    </Anchor>
  );
}

function Information({ phone, email, company }: Customer) {
  return (
    <>
      <Text size="sm">{formatPhone(phone)}</Text>
      <Text size="sm">{email}</Text>
      <Text size="sm" c="dimmed">
        {company}
      </Text>
    </>
  );
}

function OptIn({ optin_status }: Customer) {
  const isIn = optin_status === 1;
  return (
    <Badge miw="max-content" color={isIn ? "green" : "red"}>
      {isIn ? "Opted in" : "Opted out"}
    </Badge>
  );
}

function Tags({ tags }: Customer) {
  return (
    <Group gap={4}>
      {tags.map(({ id, tag }) => (
        <Badge key={id}>{tag}</Badge>
      ))}
    </Group>
  );
}
