import { useDebouncedValue } from "@mantine/hooks";
import { useCall } from "#core/web/call/useCall.ts";
import { type CustomerList, lists } from "../contract.ts";

export interface ListOptions {
  found: readonly CustomerList[];
  /** The selected list, even when it is not among `found`; undefined while loading and when it does not exist. */
  chosen: CustomerList | undefined;
  /** The selected list does not exist. */
  isMissing: boolean;
  /** There are more lists than `found` contains. */
  truncated: boolean;
}

/** The location's lists to choose from: all, or, when there are too many, those matching the search text. */
export function useLists(chosen_id: number | undefined, searchText = ""): ListOptions {
  const [term] = useDebouncedValue(searchText.trim(), 250);
  const all = useCall(lists.search);
  const isSearched = all.data?.truncated === true && term !== "";
  const searched = useCall(lists.search, { body: { search_param: term } }, { enabled: isSearched, keepPrevious: true });
  const { allCustomersLists: found = noLists, truncated = false } = (isSearched ? searched.data : all.data) ?? {};

  const isAmong = found.some(({ id }) => id === chosen_id);
  const isLookedUp = chosen_id !== undefined && all.data !== undefined && !isAmong;
  const lookup = useCall(lists.search, { body: { list_id: chosen_id } }, { enabled: isLookedUp });
  // Without an id, the lookup has the key and so the answer of the search for all lists.
  const lookedUp = isLookedUp ? lookup.data?.allCustomersLists : undefined;
  const chosen =
    chosen_id === undefined ? undefined : [...found, ...(lookedUp ?? [])].find(({ id }) => id === chosen_id);
  const isMissing = chosen === undefined && lookedUp !== undefined;
  return { found, chosen, isMissing, truncated };
}

const noLists: CustomerList[] = [];
