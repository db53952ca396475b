import { useCallback, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { writeTableState } from "./tableState.ts";

type ChangeQuery = (change: (now: URLSearchParams) => URLSearchParams, options: { replace: true }) => void;

/** A table's state as a query: the address's, or local state in a dialog over another table. */
export function useTableQuery(apart: boolean): [query: URLSearchParams, change: ChangeQuery] {
  const [addressQuery] = useSearchParams();
  const navigate = useNavigate();
  // The router returns the last rendered address: the second of two quick changes would undo the first, or a link.
  const changeCurrent = useCallback<ChangeQuery>(
    (change, options) => {
      const { pathname, search } = window.location;
      void navigate({ pathname, search: change(new URLSearchParams(search)).toString() }, options);
    },
    [navigate],
  );
  const [localQuery, setLocalQuery] = useState(() => new URLSearchParams());
  const changeLocal = useCallback<ChangeQuery>((change) => setLocalQuery(change), []);
  return apart ? [localQuery, changeLocal] : [addressQuery, changeCurrent];
}

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

/** A table filter in the address that is one of some values; `first` stands for no filter, and for a value that isn't one. */
export function useQueryChoice<Value extends string, First extends string>(
  name: string,
  values: readonly Value[],
  first: First,
): [Value | First, (value: string) => void] {
  const [asked, filterBy] = useQueryFilter(name);
  return [values.find((one) => one === asked) ?? first, (value) => filterBy(value === first ? "" : value)];
}
