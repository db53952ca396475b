import { IconEye, IconKey, IconPhonePlus, IconTrash, IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { Screen } from "#core/web/layout/Screen.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { SupportAccessDialog } from "#domains/admin/supportAccess/web/public.tsx";
import { type Client, clients, sincePeriods } from "../contract.ts";
import { buyPath, canGetNumber, Inbound, Information, NameLink, Outbound, SmsNumber } from "./clientCells.tsx";
import { clientName } from "./clientName.ts";
import { PeriodLinks } from "./PeriodLinks.tsx";
import { useRemoveSample } from "./useRemoveSample.ts";

const PasswordDialog = lazyDialog(() => import("./PasswordDialog.tsx"), "PasswordDialog");

/** Every client business; the URL holds the period filter. */
export function ClientsScreen() {
  const time = useTime();
  const navigate = useNavigate();
  const removeSample = useRemoveSample();
  const { param } = useParams();
  const period = sincePeriods.find((one) => one === param) ?? "all";
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
        body={{ filterBy: period }}
        filters={<PeriodLinks period={period} />}
        nameOf={clientName}
        actions={actionsFor}
        columns={[
          { key: "client_name", card: "title", label: "Client Name", sortable: true, render: NameLink },
          { key: "company", card: "line", label: "Business Name", sortable: true },
          { key: "email", label: "Information", sortable: true, render: Information },
          { key: "phone_no_request", card: "status", label: "SMS Number", sortable: true, render: SmsNumber },
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
