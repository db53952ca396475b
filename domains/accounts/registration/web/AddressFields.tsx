import { NativeSelect, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { stateCodes, states } from "#core/states.ts";
import type { WizardValues } from "./useWizard.ts";
import classes from "./WizardScreen.module.css";

const stateList = [
  { value: "", label: "Select a state" },
  ...stateCodes.map((code) => ({ value: code, label: states[code] })),
];

/** Where the business is. The country is always the US. */
export function AddressFields({ form }: { form: UseFormReturnType<WizardValues> }) {
  return (
    <>
      <TextInput
        label="Location title"
        placeholder="e.g. Downtown"
        autoComplete="organization"
        withAsterisk
        {...form.getInputProps("location")}
      />
      <TextInput
        label="Street address 1"
        autoComplete="address-line1"
        withAsterisk
        {...form.getInputProps("address")}
      />
      <TextInput label="Street address 2" autoComplete="address-line2" {...form.getInputProps("address_2")} />
      <TextInput label="City" autoComplete="address-level2" withAsterisk {...form.getInputProps("city")} />
      <NativeSelect
        label="State"
        data={stateList}
        autoComplete="address-level1"
        withAsterisk
        {...form.getInputProps("state")}
      />
      <div className={classes.pair}>
        <TextInput
          label="Postal code"
          autoComplete="postal-code"
          inputMode="numeric"
          withAsterisk
          {...form.getInputProps("postal_code")}
        />
        <TextInput label="Country" value="US" readOnly />
      </div>
    </>
  );
}
