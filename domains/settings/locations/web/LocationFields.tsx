import "@mantine/core/styles/SimpleGrid.layer.css";
import { NativeSelect, SimpleGrid, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { stateCodes, states } from "#core/states.ts";
import { type LocationForm, zoneOptions } from "./locationForm.ts";

const stateOptions = [
  { value: "", label: "Select a state" },
  ...stateCodes.map((code) => ({ value: code, label: states[code] })),
];

/** The inputs of a location's form. */
export function LocationFields({ form }: { form: UseFormReturnType<LocationForm> }) {
  const { getInputProps, values } = form;
  return (
    <>
      <TextInput label="Title" withAsterisk autoComplete="off" {...getInputProps("title")} />
      <TextInput label="Address" withAsterisk autoComplete="address-line1" {...getInputProps("address")} />
      <TextInput label="Suite or unit" autoComplete="address-line2" {...getInputProps("address_2")} />
      <TextInput label="City" autoComplete="address-level2" {...getInputProps("city")} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect label="State" data={stateOptions} autoComplete="address-level1" {...getInputProps("state")} />
        <TextInput
          label="Postal code"
          inputMode="numeric"
          autoComplete="postal-code"
          {...getInputProps("postal_code")}
        />
      </SimpleGrid>
      <NativeSelect
        label="Time zone"
        withAsterisk={values.state === ""}
        data={zoneOptions(values)}
        {...getInputProps("time_zone")}
      />
    </>
  );
}
