import { NativeSelect, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { stateCodes, states } from "#core/states.ts";
import classes from "./AddClientScreen.module.css";
import type { ClientForm } from "./emptyClient.ts";

const stateChoices = [
  { value: "", label: "Select a state" },
  ...stateCodes.map((code) => ({ value: code, label: states[code] })),
];

/** The address of the first location; its time zone follows from it. */
export function LocationFields({ form }: { form: UseFormReturnType<ClientForm> }) {
  const field = form.getInputProps;
  return (
    <div className={classes.fields}>
      <TextInput label="Location Title" withAsterisk autoComplete="off" {...field("title")} />
      <TextInput label="Street Address 1" withAsterisk autoComplete="off" {...field("address")} />
      <TextInput label="Street Address 2" autoComplete="off" {...field("address_2")} />
      <TextInput label="City" withAsterisk autoComplete="off" {...field("city")} />
      <NativeSelect label="State" withAsterisk data={stateChoices} {...field("state")} />
      <TextInput label="Country" readOnly {...field("country")} />
      <TextInput label="Postal Code" withAsterisk inputMode="numeric" autoComplete="off" {...field("postal_code")} />
    </div>
  );
}
