import { Badge, Button, Group, Text } from "@mantine/core";
import { IconPhonePlus } from "@tabler/icons-react";
import { formatPhone } from "#core/phone.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { type ProfileSettings, settings } from "../contract.ts";

/** The location's number: assigned, requested, or not yet requested. */
export function NumberForTexts({ settings: { phone_no_request, twilio_phone } }: { settings: ProfileSettings }) {
  const canRequest = useCan(settings.requestNumber);
  const request = useSend(settings.requestNumber, { invalidates: [settings.profile] });
  if (phone_no_request === 1) {
    return (
      <Text fz="xl" fw={600}>
        {formatPhone(twilio_phone)}
      </Text>
    );
  }
  if (phone_no_request === 2) {
    return (
      <Group gap="sm">
        <Badge size="lg" color="yellow">
          Requested
        </Badge>
        <Text c="dimmed">We're getting a number for you.</Text>
      </Group>
    );
  }
  if (!canRequest) return <Text c="dimmed">No number yet. The account owner can request one.</Text>;
  return (
    <Group gap="sm">
      <Button
        leftSection={<IconPhonePlus size={18} aria-hidden />}
        loading={request.isPending}
        onClick={() => request.mutate({})}
      >
        Request Phone No.
      </Button>
      <Text c="dimmed">You need a number to send and receive texts.</Text>
    </Group>
  );
}
