import { Button, NativeSelect } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { type LeadDetail, leads } from "../contract.ts";
import { type LeadKind, mostVehicles } from "../fields.ts";
import { kindChoices } from "./leadChoices.ts";
import { SourceInput } from "./SourceInput.tsx";
import { leadDialogTexts, leadTexts, vehicleTexts } from "./texts.ts";
import { leadRefreshes } from "./useLeadActions.ts";
import { VehicleFields } from "./VehicleFields.tsx";
import { type EditedVehicle, editedVehicles, emptyVehicle, sentVehicles } from "./vehicleForm.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  lead: LeadDetail;
}

interface EditLeadValues extends Record<string, unknown> {
  kind: LeadKind;
  source: string;
  vehicles: EditedVehicle[];
}

const storedOf = ({ kind, source, vehicles }: LeadDetail): EditLeadValues => ({
  kind,
  source,
  vehicles: vehicles.length === 0 ? [emptyVehicle("buy")] : editedVehicles(vehicles),
});

/** Changes a lead's kind, source and vehicles. */
export function EditLeadDialog({ opened, onClose, lead }: Props) {
  const update = useCallForm(leads.update, {
    initialValues: { kind: "sales", source: "", vehicles: [] } as EditLeadValues,
    params: { id: lead.id },
    toBody: ({ kind, source, vehicles }) => ({ kind, source, vehicles: sentVehicles(vehicles) }),
    invalidates: [...leadRefreshes, leads.options],
    onSuccess: onClose,
  });
  const { form } = update;
  const { getInputProps } = form;
  // A list that was changed is saved as a whole, so it isn't mixed with what others save meanwhile.
  useFilledForm(form, opened, storedOf(lead), { follows: false });

  const { vehicles } = form.values;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={leadDialogTexts.editTitle}
      action={leadDialogTexts.save}
      form={update}
      size="lg"
      comparesValues
    >
      <NativeSelect label={leadDialogTexts.kind} data={kindChoices} {...getInputProps("kind")} />
      <SourceInput {...getInputProps("source")} />
      {vehicles.map((vehicle, place) => (
        <VehicleFields
          key={vehicle.key}
          form={form}
          vehicles={vehicles}
          place={place}
          title={vehicleTexts.number(place + 1)}
          onRemove={() => form.removeListItem("vehicles", place)}
        />
      ))}
      {vehicles.length < mostVehicles && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => form.insertListItem("vehicles", emptyVehicle("buy", vehicles))}
        >
          {leadTexts.addVehicle}
        </Button>
      )}
    </FormDialog>
  );
}
