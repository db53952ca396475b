import { Select, type SelectProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { formatPhone } from "#core/phone.ts";
import { useCall } from "#core/web/useCall.ts";
import { customers, type FoundCustomer, searchFrom } from "../contract.ts";
import classes from "./CustomerPicker.module.css";

/** No customer's id: the line that says why nobody is listed. */
const nobody = 0;

interface Props extends Omit<SelectProps<number>, "value" | "onChange" | "data" | "defaultValue"> {
  value?: number | null;
  onChange?: (customer_id: number | null) => void;
}

/** Chooses a customer by a part of the name, phone, e-mail or company. Takes `form.getInputProps("customer_id")`. */
export function CustomerPicker({ value = null, onChange, label = "Customer", ...input }: Props) {
  const [typed, setTyped] = useState("");
  const [term] = useDebouncedValue(typed.trim(), 250);
  const [known, setKnown] = useState<FoundCustomer>();

  // A customer who was chosen elsewhere comes as an id only.
  const isKnown = known?.id === value;
  const asked = useCall(
    customers.search,
    { body: { customer_id: value ?? 0 } },
    { enabled: value !== null && !isKnown },
  );
  const chosen = value === null ? undefined : isKnown ? known : asked.data?.allCustomers[0];

  const isTyped = chosen === undefined || term !== labelOf(chosen);
  const enough = term.length >= searchFrom && isTyped;
  const search = useCall(customers.search, { body: { search_param: term } }, { enabled: enough });
  const found = enough ? (search.data?.allCustomers ?? []) : [];

  const saying = () => {
    if (!isTyped || typed.trim().length < searchFrom) return `Type at least ${searchFrom} characters`;
    if (search.error) return search.error.message;
    if (term !== typed.trim() || search.isPending) return "Searching…";
    return search.data?.truncated ? "There are more: type more of the name" : "No Customer found.";
  };
  const says = found.length === 0 || search.data?.truncated;

  const options = found.map((customer) => ({ value: customer.id, label: labelOf(customer) }));
  const shown = says ? [...options, { value: nobody, label: saying(), disabled: true }] : options;
  // The server has searched already. The chosen customer is among the data for the label alone.
  const isChosenShown = chosen === undefined || found.some(({ id }) => id === chosen.id);
  const data = isChosenShown ? shown : [...shown, { value: chosen.id, label: labelOf(chosen) }];

  return (
    <Select
      label={label}
      placeholder="Search by name, phone or email"
      {...input}
      searchable
      allowDeselect={false}
      withScrollArea={false}
      classNames={{ options: classes.options }}
      data={data}
      filter={() => shown}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value}
      onChange={(id) => {
        setKnown(found.find((customer) => customer.id === id) ?? chosen);
        onChange?.(id);
      }}
    />
  );
}

function labelOf({ customer_name, phone }: FoundCustomer): string {
  const number = formatPhone(phone);
  return customer_name === number ? number : `${customer_name} · ${number}`;
}
