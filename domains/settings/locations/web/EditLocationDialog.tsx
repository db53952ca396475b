import { Alert } from "@mantine/core";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { type Location, locations } from "#domains/locations/contract.ts";
import { LocationFields } from "./LocationFields.tsx";
import { formOf, zoneChangeText, zoneOfForm } from "./locationForm.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  location: Location;
}

/** Changes a location's title, address and time zone. */
export function EditLocationDialog({ opened, onClose, location }: Props) {
  const edit = useCallForm(locations.update, {
    initialValues: formOf(location),
    params: { id: location.id },
    invalidates: [locations.table, locations.list],
    onSuccess: onClose,
  });
  const { form } = edit;
  useFilledForm(form, opened, formOf(location));
  const zoneChange = zoneChangeText(location.time_zone, zoneOfForm(form.values), new Date());
  return (
    <FormDialog opened={opened} onClose={onClose} title="Edit Location" action="Save" form={edit}>
      <LocationFields form={form} />
      {zoneChange && (
        <Alert color="blue" role="status">
          {zoneChange}
        </Alert>
      )}
    </FormDialog>
  );
}
