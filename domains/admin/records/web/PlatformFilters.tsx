import { Button, NativeSelect } from "@mantine/core";
import { useCall } from "#core/web/call/useCall.ts";
import { useQueryChoice, useQueryFilter } from "#core/web/table/useTableQuery.ts";
import { clients, type SincePeriod, sincePeriods } from "#domains/admin/clients/contract.ts";
import classes from "./PlatformFilters.module.css";

const labels: Record<SincePeriod, string> = { all: "All Time", month: "This Month", week: "This Week", today: "Today" };

/** The select lists this many clients; the table's search finds the others. */
const clientOptionsQuery = { length: 500, order: [{ column: 0, dir: "asc" as const }], columns: [{ data: "company" }] };

/** The filters of the operator's tables, period and client, kept in the URL's query. */
export function usePlatformFilter() {
  const [period, setPeriod] = useQueryChoice("since", sincePeriods, "all");
  const [client, setClient] = useQueryFilter("client");
  const client_id = /^[1-9]\d{0,14}$/.test(client) ? client : "";
  const body = { filterBy: period, ...(client_id && { client_id: Number(client_id) }) };
  return { body, period, setPeriod, client_id, setClient };
}

/** The filter controls; `since` labels the periods: "Messages since". */
export function PlatformFilters({ filter, since }: { filter: ReturnType<typeof usePlatformFilter>; since: string }) {
  const { period, setPeriod, client_id, setClient } = filter;
  const { data = [] } = useCall(clients.table, { body: clientOptionsQuery }, { staleTime: 60_000 });
  const choices = data.map(({ id, company }) => ({ value: String(id), label: company }));
  return (
    <div className={classes.filters}>
      <fieldset aria-label={since} className={classes.periods}>
        {sincePeriods.map((one) => (
          <Button
            key={one}
            size="xs"
            variant={one === period ? "filled" : "default"}
            aria-pressed={one === period}
            onClick={() => setPeriod(one)}
          >
            {labels[one]}
          </Button>
        ))}
      </fieldset>
      <NativeSelect
        size="xs"
        aria-label="Client"
        value={client_id}
        data={[{ value: "", label: "All clients" }, ...choices]}
        onChange={(event) => setClient(event.currentTarget.value)}
      />
    </div>
  );
}
