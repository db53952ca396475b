import { Select, type SelectProps } from "@mantine/core";
import { useState } from "react";
import { listLabel } from "../rules.ts";
import { useLists } from "./useLists.ts";

interface Props extends Omit<SelectProps<number>, "value" | "onChange" | "data" | "defaultValue"> {
  value?: number | null | undefined;
  onChange?: (list_id: number | null) => void;
}

/** Chooses a list by its name. Takes `form.getInputProps("list_id")`. */
export function ListPicker({ value = null, onChange, label = "List", ...input }: Props) {
  const [searchText, setSearchText] = useState("");
  const { found, chosen } = useLists(value ?? undefined, searchText);
  const isAmong = chosen === undefined || found.includes(chosen);
  const data = (isAmong ? found : [...found, chosen]).map((list) => ({ value: list.id, label: listLabel(list) }));
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
