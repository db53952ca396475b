import { useDebouncedValue } from "@mantine/hooks";
import { useCall } from "#core/web/call/useCall.ts";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { distinctOptions } from "#core/web/form/distinctOptions.ts";
import { type CustomerList, lists } from "../contract.ts";
import { listLabel } from "../rules.ts";

interface Props {
  /** `all`, `none`, or a list's id. */
  value: string;
  onChange: (filter: string) => void;
}

/** Filters a table of customers: everyone, those without a list, or one list's. */
export function ListFilterSelect({ value, onChange }: Props) {
  const list_id = Number(value) || undefined;
  const { found, chosen, isMissing, truncated } = useLists(list_id);
  const shown = chosen ? [...found, chosen] : found;
  const options = distinctOptions(shown.map((list) => ({ value: String(list.id), label: listLabel(list) })));
  // While its title loads, or when it was deleted, the select still shows that a filter is set.
  const isUnknown = value !== "all" && value !== "none" && !options.some((option) => option.value === value);
  const unknown = { value, label: isMissing || list_id === undefined ? "A deleted list" : "…", disabled: true };
  return (
    <FilterChip
      label="List"
      value={value}
      onChange={onChange}
      options={[
        { value: "all", label: "All Customers" },
        { value: "none", label: "Without List" },
        ...options,
        ...(isUnknown ? [unknown] : []),
        ...(truncated ? [{ value: "more", label: "There are more. Open them from Lists", disabled: true }] : []),
      ]}
    />
  );
}

interface ListOptions {
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
