import { Select, type SelectProps } from "@mantine/core";
import { useState } from "react";
import { distinctOptions } from "#core/web/form/distinctOptions.ts";
import { listLabel } from "../rules.ts";
import { useLists } from "./ListFilterSelect.tsx";

interface ListPickerProps extends Omit<SelectProps<number>, "value" | "onChange" | "data" | "defaultValue"> {
  value?: number | null | undefined;
  onChange?: (list_id: number | null) => void;
}

/** Chooses a list by its name. Takes `form.getInputProps("list_id")`. */
export function ListPicker({ value = null, onChange, label = "List", ...input }: ListPickerProps) {
  const [searchText, setSearchText] = useState("");
  const { found, chosen } = useLists(value ?? undefined, searchText);
  const listed = chosen ? [...found, chosen] : found;
  const data = distinctOptions(listed.map((list) => ({ value: list.id, label: listLabel(list) })));
  return (
    <Select
      label={label}
      placeholder="Choose a list"
      nothingFoundMessage="No list found."
      clearable
      clearButtonProps={{ "aria-label": "Choose no list" }}
      // In a dialog, the options would cover the buttons as soon as it opens.
      openOnFocus={false}
      {...input}
      searchable
      data={data}
      searchValue={searchText}
      onSearchChange={setSearchText}
      value={value}
      onChange={(id) => onChange?.(id)}
    />
  );
}
