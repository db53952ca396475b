import { Button, Group, NativeSelect, Paper, SimpleGrid, Skeleton, Text, Title } from "@mantine/core";
import { useCall } from "#core/web/call/useCall.ts";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useUnsavedChanges } from "#core/web/form/useUnsavedChanges.ts";
import { type ClientCallSettings, clientCalls } from "../../clientCalls/contract.ts";

const yesOrNo = [
  { value: "1", label: "Yes" },
  { value: "0", label: "No" },
];

/** Whether calls to a client's locations are mailed and recorded. */
export function ClientCalls({ clientId }: { clientId: number }) {
  const { data } = useCall(clientCalls.settings, { params: { id: clientId } });
  if (data?.length === 0) return null;
  return (
    <Paper withBorder p="lg" component="section" aria-label="Calls">
      <Title order={2} fz="lg">
        Calls
      </Title>
      {data ? (
        data.map((one) => <LocationForm key={one.location_id} clientId={clientId} settings={one} />)
      ) : (
        <Skeleton height={90} mt="md" />
      )}
    </Paper>
  );
}

function LocationForm({ clientId, settings }: { clientId: number; settings: ClientCallSettings }) {
  const { location, location_id, crm_email } = settings;
  const change = useCallForm(clientCalls.change, {
    params: { id: clientId, location_id },
    initialValues: { send_email: String(settings.send_email), recording_consent: String(settings.recording_consent) },
    invalidates: [clientCalls.settings],
  });
  const { getInputProps, isDirty } = change.form;
  useUnsavedChanges(isDirty);
  return (
    <form noValidate onSubmit={change.submit} aria-label={location}>
      <Text fw={600} mt="md" mb="xs">
        {location}
      </Text>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <NativeSelect
          label="Send Email"
          description={crm_email ? `Calls are mailed to ${crm_email}` : "This location has no email for its CRM yet"}
          data={yesOrNo}
          {...getInputProps("send_email")}
        />
        <NativeSelect
          label="Recording Consent"
          description="Calls are recorded after a notice to both sides"
          data={yesOrNo}
          {...getInputProps("recording_consent")}
        />
      </SimpleGrid>
      <Group justify="flex-end" mt="md">
        <Button type="submit" variant="default" loading={change.sending} aria-label={`Save calls of ${location}`}>
          Save
        </Button>
      </Group>
    </form>
  );
}
