import "@mantine/core/styles/SimpleGrid.layer.css";
import { NativeSelect, SimpleGrid, TextInput } from "@mantine/core";
import { stateCodes, states } from "#core/states.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { locations } from "../contract.ts";

const empty = { title: "", address: "", city: "", state: "", postal_code: "" };
const stateList = [
  { value: "", label: "Choose a state" },
  ...stateCodes.map((code) => ({ value: code, label: states[code] })),
];

interface Props {
  opened: boolean;
  onClose: () => void;
}

export function AddLocationDialog({ opened, onClose }: Props) {
  const add = useCallForm(locations.store, {
    initialValues: empty,
    invalidates: [locations.table, locations.list],
    onSuccess: () => {
      add.form.reset();
      onClose();
    },
  });
  const { getInputProps } = add.form;
  return (
    <FormDialog opened={opened} onClose={onClose} title="Add Location" action="Add Location" form={add}>
      <TextInput label="Title" withAsterisk autoComplete="off" {...getInputProps("title")} />
      <TextInput label="Address" withAsterisk autoComplete="address-line1" {...getInputProps("address")} />
      <TextInput label="City" autoComplete="address-level2" {...getInputProps("city")} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label="State"
          description="Sets the location's time zone."
          data={stateList}
          autoComplete="address-level1"
          {...getInputProps("state")}
        />
        <TextInput
          label="Postal code"
          description="For states with two time zones."
          inputMode="numeric"
          autoComplete="postal-code"
          {...getInputProps("postal_code")}
        />
      </SimpleGrid>
    </FormDialog>
  );
}
