import { IconUserX } from "@tabler/icons-react";
import { useState } from "react";
import { formatPhone } from "#core/phone.ts";
import { Screen } from "#core/web/layout/Screen.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { ConsentStatus } from "#domains/customers/consent/web/public.tsx";
import { type PlatformCustomer, platformCustomers } from "../contract.ts";
import { PlatformFilters, usePlatformFilter } from "./PlatformFilters.tsx";

const EraseClientCustomerDialog = lazyDialog(
  () => import("#domains/customers/erasure/web/public.tsx"),
  "EraseClientCustomerDialog",
);

/** The customers of every client business. */
export function PlatformCustomersScreen() {
  const time = useTime();
  const filter = usePlatformFilter();
  const [erased, setErased] = useState<PlatformCustomer>();
  const [isErasing, setErasing] = useState(false);
  return (
    <Screen title="All Customers">
      <DataTable
        call={platformCustomers.table}
        label="Customers"
        body={filter.body}
        filters={<PlatformFilters filter={filter} since="Customers since" />}
        nameOf={(row) => row.customer_name}
        actions={(row) => [
          {
            label: "Erase this person",
            icon: IconUserX,
            danger: true,
            onClick: () => {
              setErased(row);
              setErasing(true);
            },
          },
        ]}
        columns={[
          { key: "customer_name", card: "title", label: "Customer Name" },
          { key: "phone", card: "line", label: "Phone", render: ({ phone }) => formatPhone(phone) },
          { key: "email", label: "Email", render: ({ email }) => email || "—" },
          { key: "location", label: "Location" },
          { key: "client_business_name", card: "line", label: "Client" },
          {
            key: "optin_status",
            card: "status",
            label: "Opt-In Status",
            render: (row) => <ConsentStatus state={row.consent_state} />,
          },
          { key: "created_at", label: "Added", sortable: true, render: (row) => time.dateTime(row.created_at) },
        ]}
      />
      {erased && (
        <EraseClientCustomerDialog
          key={erased.id}
          opened={isErasing}
          onClose={() => setErasing(false)}
          customer={{ ...erased, client_id: erased.dealer_id }}
          invalidates={[platformCustomers.table]}
        />
      )}
    </Screen>
  );
}
