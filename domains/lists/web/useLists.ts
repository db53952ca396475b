import { useDebouncedValue } from "@mantine/hooks";
import { useCall } from "#core/web/useCall.ts";
import { type CustomerList, lists } from "../contract.ts";

export interface Lists {
  found: readonly CustomerList[];
  /** The list that is chosen, though it may not be among those that were found; undefined while asking, and when it is gone. */
  chosen: CustomerList | undefined;
  /** The chosen list is gone, or never was. */
  gone: boolean;
  /** There are more lists than were found. */
  truncated: boolean;
}

/** The location's lists to choose from: all of them, or, where they are too many, those with what was typed. */
export function useLists(chosen_id: number | undefined, typed = ""): Lists {
  const [term] = useDebouncedValue(typed.trim(), 250);
  const all = useCall(lists.search);
  const isSearched = all.data?.truncated === true && term !== "";
  const searched = useCall(lists.search, { body: { search_param: term } }, { enabled: isSearched, keepPrevious: true });
  const { allCustomersLists: found = none, truncated = false } = (isSearched ? searched.data : all.data) ?? {};

  const isAmong = found.some(({ id }) => id === chosen_id);
  const asked = useCall(
    lists.search,
    { body: { list_id: chosen_id } },
    { enabled: chosen_id !== undefined && all.data !== undefined && !isAmong },
  );
  const chosen = found.find(({ id }) => id === chosen_id) ?? asked.data?.allCustomersLists[0];
  const gone = chosen === undefined && asked.data !== undefined;
  return { found, chosen, gone, truncated };
}

const none: CustomerList[] = [];
