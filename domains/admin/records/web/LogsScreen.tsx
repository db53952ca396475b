import { Screen } from "#core/web/layout/Screen.tsx";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { logs } from "../contract.ts";
import { PlatformFilters, usePlatformFilter } from "./PlatformFilters.tsx";

/** The audit trails of all businesses. */
export function LogsScreen() {
  const time = useTime();
  const filter = usePlatformFilter();
  return (
    <Screen title="Logs" about="Search covers the newest 10,000 entries.">
      <DataTable
        call={logs.table}
        label="Logs"
        body={filter.body}
        filters={<PlatformFilters filter={filter} since="Logs since" />}
        columns={[
          {
            key: "date_created",
            card: "line",
            label: "Date/Time",
            sortable: true,
            width: "14rem",
            render: (row) => `(${time.dateTime(row.date_created)})`,
          },
          { key: "message", card: "title", label: "Action message" },
        ]}
      />
    </Screen>
  );
}
