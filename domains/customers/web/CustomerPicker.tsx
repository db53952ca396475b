import { Select, type SelectProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { formatPhone } from "#core/phone.ts";
import { useCall } from "#core/web/useCall.ts";
import { customers, type FoundCustomer, searchFrom } from "../contract.ts";

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

  const enough = term.length >= searchFrom && term !== (chosen && labelOf(chosen));
  const search = useCall(customers.search, { body: { search_param: term } }, { enabled: enough });
  const found = enough ? (search.data?.allCustomers ?? []) : [];
  const others = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen] : [];

  const saying = () => {
    if (typed.trim().length < searchFrom) return `Type at least ${searchFrom} characters`;
    if (search.error) return search.error.message;
    return search.isPending || term !== typed.trim() ? "Searching…" : "No Customer found.";
  };

  return (
    <Select
      label={label}
      placeholder="Search by name, phone or email"
      description={enough && search.data?.truncated ? "There are more: type more of the name to find them" : undefined}
      {...input}
      searchable
      allowDeselect={false}
      data={[...found, ...others].map((customer) => ({ value: customer.id, label: labelOf(customer) }))}
      // The server has searched already; the chosen customer is there for the label alone.
      filter={({ options }) =>
        options.filter((option) => "value" in option && found.some(({ id }) => id === option.value))
      }
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={saying()}
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
