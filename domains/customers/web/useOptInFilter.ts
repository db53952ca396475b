import { writeState } from "#core/web/table.ts";
import { useTableQuery } from "#core/web/useTableQuery.ts";

/** Everybody, those who may be texted, or those who must not. */
export type OptInFilter = "" | "1" | "0";

const name = "optin";

/** Which customers the table shows, by whether they may be texted; in the address's query, as `optin`. */
export function useOptInFilter(): [OptInFilter, (filter: OptInFilter) => void] {
  const [query, setQuery] = useTableQuery(false);
  const asked = query.get(name);
  const filterBy = (filter: OptInFilter) =>
    setQuery(
      (now) => {
        const next = writeState(now, { page: 1 });
        if (filter) next.set(name, filter);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  return [asked === "1" || asked === "0" ? asked : "", filterBy];
}
