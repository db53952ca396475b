import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { distinctOptions } from "#core/web/form/distinctOptions.ts";
import { listLabel } from "../rules.ts";
import { useLists } from "./useLists.ts";

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
        ...(truncated ? [{ value: "more", label: "There are more: open them from Lists", disabled: true }] : []),
      ]}
    />
  );
}
