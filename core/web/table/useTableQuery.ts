import { useCallback, useState } from "react";
import { useSearchParams } from "react-router";

type ChangeQuery = (change: (now: URLSearchParams) => URLSearchParams, options: { replace: true }) => void;

/** A table's state as a query: the address's, or local state in a dialog over another table. */
export function useTableQuery(apart: boolean): [query: URLSearchParams, change: ChangeQuery] {
  const [addressQuery, setAddressQuery] = useSearchParams();
  // The router returns the last rendered query: the second of two quick changes would undo the first.
  const changeCurrent = useCallback<ChangeQuery>(
    (change, options) => setAddressQuery(change(new URLSearchParams(window.location.search)), options),
    [setAddressQuery],
  );
  const [localQuery, setLocalQuery] = useState(() => new URLSearchParams());
  const changeLocal = useCallback<ChangeQuery>((change) => setLocalQuery(change), []);
  return apart ? [localQuery, changeLocal] : [addressQuery, changeCurrent];
}
