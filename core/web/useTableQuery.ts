import { useCallback, useState } from "react";
import { useSearchParams } from "react-router";

type Change = (change: (now: URLSearchParams) => URLSearchParams, options: { replace: true }) => void;

/** A table's state as a query: the address's, or with `apart` one of its own, in a dialog over another table. */
export function useTableQuery(apart: boolean): [query: URLSearchParams, change: Change] {
  const [inAddress, changeAddress] = useSearchParams();
  // The router hands out what was rendered last: of two changes in a row the second would undo the first.
  const changeNow = useCallback<Change>(
    (change, options) => changeAddress(change(new URLSearchParams(window.location.search)), options),
    [changeAddress],
  );
  const [own, setOwn] = useState(() => new URLSearchParams());
  const changeOwn = useCallback<Change>((change) => setOwn(change), []);
  return apart ? [own, changeOwn] : [inAddress, changeNow];
}
