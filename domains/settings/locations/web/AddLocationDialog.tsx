import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { locations, zoneRequired } from "#domains/locations/contract.ts";
import { LocationFields } from "./LocationFields.tsx";
import { emptyLocation, zoneOfForm } from "./locationForm.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
}

export function AddLocationDialog({ opened, onClose }: Props) {
  const add = useCallForm(locations.store, {
    initialValues: emptyLocation,
    // The call itself would take the acting location's zone.
    extraErrors: (values): Record<string, string> => (zoneOfForm(values) ? {} : { time_zone: zoneRequired }),
    invalidates: [locations.table, locations.list],
    onSuccess: () => {
      add.form.reset();
      onClose();
    },
  });
  return (
    <FormDialog opened={opened} onClose={onClose} title="Add Location" action="Add Location" form={add}>
      <LocationFields form={add.form} />
    </FormDialog>
  );
}
