import { Select, type SelectProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { formatPhone } from "#core/phone.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { distinctOptions } from "#core/web/form/distinctOptions.ts";
import { customers, type FoundCustomer, minSearchLength } from "../contract.ts";
import classes from "./CustomerPicker.module.css";

/** The option that explains why no customer is listed; no customer has this id. */
const hintId = 0;

interface Props extends Omit<SelectProps<number>, "value" | "onChange" | "data" | "defaultValue"> {
  value?: number | null;
  onChange?: (customer_id: number | null) => void;
}

/** Chooses a customer by a part of the name, phone, e-mail or company. Takes `form.getInputProps("customer_id")`. */
export function CustomerPicker({ value = null, onChange, label = "Customer", ...input }: Props) {
  const [searchText, setSearchText] = useState("");
  const [term] = useDebouncedValue(searchText.trim(), 250);
  const [selected, setSelected] = useState<FoundCustomer>();

  // A customer preselected elsewhere arrives as an id only.
  const isSelectedLoaded = selected?.id === value;
  const lookup = useCall(
    customers.search,
    { body: { customer_id: value ?? 0 } },
    { enabled: value !== null && !isSelectedLoaded },
  );
  const chosen = value === null ? undefined : isSelectedLoaded ? selected : lookup.data?.allCustomers[0];

  const isEdited = chosen === undefined || term !== labelOf(chosen);
  const canSearch = term.length >= minSearchLength && isEdited;
  const search = useCall(customers.search, { body: { search_param: term } }, { enabled: canSearch });
  const found = canSearch ? (search.data?.allCustomers ?? []) : [];

  const hintText = () => {
    if (!isEdited || searchText.trim().length < minSearchLength) return `Type at least ${minSearchLength} characters`;
    if (search.error) return search.error.message;
    if (term !== searchText.trim() || search.isPending) return "Searching…";
    return search.data?.truncated ? "More customers match. Keep typing to narrow it down." : "No Customer found.";
  };
  const showsHint = found.length === 0 || search.data?.truncated;

  const options = distinctOptions(found.map((customer) => ({ value: customer.id, label: labelOf(customer) })));
  const listed = showsHint ? [...options, { value: hintId, label: hintText(), disabled: true }] : options;
  // The server already filtered. The chosen customer is only in the data so that its label shows.
  const data = distinctOptions(chosen ? [...listed, { value: chosen.id, label: labelOf(chosen) }] : listed);

  return (
    <Select
      label={label}
      placeholder="Search by name, phone or email"
      // Above the input, where the list of found customers doesn't cover it.
      inputWrapperOrder={["label", "description", "error", "input"]}
      {...input}
      searchable
      allowDeselect={false}
      withScrollArea={false}
      classNames={{ options: classes.options }}
      data={data}
      filter={() => listed}
      searchValue={searchText}
      onSearchChange={setSearchText}
      value={value}
      onChange={(id) => {
        setSelected(found.find((customer) => customer.id === id) ?? chosen);
        onChange?.(id);
      }}
    />
  );
}

function labelOf({ customer_name, phone }: FoundCustomer): string {
  const number = formatPhone(phone);
  return customer_name === number ? number : `${customer_name} · ${number}`;
}
