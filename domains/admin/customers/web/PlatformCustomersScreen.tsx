import { Badge } from "@mantine/core";
import { formatPhone } from "#core/phone.ts";
import { Screen } from "#core/web/layout/Screen.tsx";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { PlatformFilters, usePlatformFilter } from "../../web/PlatformFilters.tsx";
import { type PlatformCustomer, platformCustomers } from "../contract.ts";

/** The customers of every client business. */
export function PlatformCustomersScreen() {
  const time = useTime();
  const filter = usePlatformFilter();
  return (
    <Screen title="All Customers">
      <DataTable
        call={platformCustomers.table}
        label="Customers"
        body={filter.body}
        filters={<PlatformFilters filter={filter} since="Customers since" />}
        columns={[
          { key: "customer_name", label: "Customer Name" },
          { key: "phone", label: "Phone", render: ({ phone }) => formatPhone(phone) },
          { key: "email", label: "Email", render: ({ email }) => email || "—" },
          { key: "location", label: "Location" },
          { key: "client_business_name", label: "Client" },
          { key: "optin_status", label: "Status", render: Status },
          { key: "created_at", label: "Added", sortable: true, render: (row) => time.dateTime(row.created_at) },
        ]}
      />
    </Screen>
  );
}

function Status({ optin_status }: PlatformCustomer) {
  return optin_status === 1 ? (
    <Badge variant="light" color="green">
      Opted in
    </Badge>
  ) : (
    <Badge variant="light" color="gray">
      Opted out
    </Badge>
  );
}
