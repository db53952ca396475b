import { Alert, Skeleton, Text } from "@mantine/core";
import { timeZoneName } from "#core/timeZones.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { businessHours } from "../contract.ts";
import { defaultHours } from "../rules.ts";
import { HoursFields } from "./HoursFields.tsx";
import { formToHours, hoursToForm } from "./hoursForm.ts";

export interface BusinessHoursProps {
  opened: boolean;
  onClose: () => void;
  location: { readonly id: number; readonly title: string };
}

const disabledForm = { submit: () => {}, sending: false };

/** Edits a location's business hours. */
export function BusinessHoursDialog({ opened, onClose, location }: BusinessHoursProps) {
  const params = { id: location.id };
  const { data, error } = useCall(businessHours.show, { params }, { enabled: opened });
  const change = useCallForm(businessHours.change, {
    initialValues: hoursToForm(defaultHours),
    params,
    toBody: formToHours,
    invalidates: [businessHours.show],
    onSuccess: onClose,
  });
  useFilledForm(change.form, opened, data && hoursToForm(data));

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Business hours of ${location.title}`}
      action="Save"
      form={data ? change : disabledForm}
      size="lg"
      comparesValues
    >
      <Text size="sm" c="dimmed">
        Reply times and alerts count these hours only{data && `, in ${timeZoneName(data.time_zone)}`}.
      </Text>
      {error && !data && <Alert color="red" title={error.message} />}
      {!data && !error && <Skeleton h="24rem" aria-hidden />}
      {data && <HoursFields form={change.form} />}
    </FormDialog>
  );
}
