import { writeTableState } from "./tableState.ts";
import { useTableQuery } from "./useTableQuery.ts";

/** A table filter kept in the address under `name`; empty means no filter. Changing it returns to the first page. */
export function useQueryFilter(name: string): [string, (value: string) => void] {
  const [query, setQuery] = useTableQuery(false);
  const filterBy = (value: string) =>
    setQuery(
      (now) => {
        const next = writeTableState(now, { page: 1 });
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  return [query.get(name) ?? "", filterBy];
}
