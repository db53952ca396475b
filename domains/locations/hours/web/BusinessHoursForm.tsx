import { Alert, Button, Skeleton, Stack, Text } from "@mantine/core";
import { timeZoneName } from "#core/timeZones.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useUnsavedChanges } from "#core/web/form/useUnsavedChanges.ts";
import { type BusinessHours, businessHours } from "../contract.ts";
import { HoursFields } from "./HoursFields.tsx";
import { formToHours, hoursToForm } from "./hoursForm.ts";

/** Edits a location's business hours on a page. */
export function BusinessHoursForm({ locationId }: { locationId: number }) {
  const { data, error } = useCall(businessHours.show, { params: { id: locationId } });
  if (error && !data) return <Alert color="red" title={error.message} />;
  if (!data) return <Skeleton h="28rem" aria-hidden />;
  return <HoursForm hours={data} />;
}

function HoursForm({ hours }: { hours: BusinessHours }) {
  const change = useCallForm(businessHours.change, {
    initialValues: hoursToForm(hours),
    params: { id: hours.id },
    toBody: formToHours,
    invalidates: [businessHours.show],
    onSuccess: ({ data }) => {
      const stored = hoursToForm(data);
      form.setValues(stored);
      form.resetDirty(stored);
    },
  });
  const { form, submit, sending } = change;
  useUnsavedChanges(form.isDirty);
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md" maw="34rem" align="stretch">
        <Text size="sm" c="dimmed">
          {timeZoneName(hours.time_zone)}
        </Text>
        <HoursFields form={form} />
        <Button
          type="submit"
          variant="default"
          loading={sending}
          aria-label="Save business hours"
          style={{ alignSelf: "start" }}
        >
          Save
        </Button>
      </Stack>
    </form>
  );
}
