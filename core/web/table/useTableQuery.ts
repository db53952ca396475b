import { useCallback, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";

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
