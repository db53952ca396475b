import { writeState } from "./table.ts";
import { useTableQuery } from "./useTableQuery.ts";

/** What the table is filtered by under a name of the address's query; empty: by nothing. Another filter begins at the first page. */
export function useQueryFilter(name: string): [string, (value: string) => void] {
  const [query, setQuery] = useTableQuery(false);
  const filterBy = (value: string) =>
    setQuery(
      (now) => {
        const next = writeState(now, { page: 1 });
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  return [query.get(name) ?? "", filterBy];
}
