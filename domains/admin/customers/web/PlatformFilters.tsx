import { Button, NativeSelect } from "@mantine/core";
import { useCall } from "#core/web/useCall.ts";
import { useQueryFilter } from "#core/web/useQueryFilter.ts";
import { clients, type Period, periods } from "#domains/admin/clients/contract.ts";
import classes from "./PlatformFilters.module.css";

const labels: Record<Period, string> = { all: "All Time", month: "This Month", week: "This Week", today: "Today" };

/** So many clients are offered by name; all others are found by the table's search. */
const offered = { length: 500, order: [{ column: 0, dir: "asc" as const }], columns: [{ data: "company" }] };

/** What the operator's tables are filtered by, in the address's query: since when, and whose rows. */
export function usePlatformFilter() {
  const [param, filterBy] = useQueryFilter("since");
  const [client, ofClient] = useQueryFilter("client");
  const period = periods.find((one) => one === param) ?? "all";
  const client_id = /^[1-9]\d{0,14}$/.test(client) ? client : "";
  const body = { filterBy: period, ...(client_id && { client_id: Number(client_id) }) };
  return { body, period, filterBy, client_id, ofClient };
}

/** The controls for it; `since` says what the periods are of: "Messages since". */
export function PlatformFilters({ filter, since }: { filter: ReturnType<typeof usePlatformFilter>; since: string }) {
  const { period, filterBy, client_id, ofClient } = filter;
  const { data = [] } = useCall(clients.table, { body: offered }, { staleTime: 60_000 });
  const choices = data.map(({ id, company }) => ({ value: String(id), label: company }));
  return (
    <div className={classes.filters}>
      <fieldset aria-label={since} className={classes.periods}>
        {periods.map((one) => (
          <Button
            key={one}
            size="xs"
            variant={one === period ? "filled" : "default"}
            aria-pressed={one === period}
            onClick={() => filterBy(one === "all" ? "" : one)}
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
        onChange={(event) => ofClient(event.currentTarget.value)}
      />
    </div>
  );
}
