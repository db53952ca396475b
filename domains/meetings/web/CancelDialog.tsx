import { Button, Checkbox, Group, Modal, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { forgetRows } from "#core/web/call/deletedRows.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { appointmentCalendar } from "#domains/appointments/calendar/contract.ts";
import { type Meeting, meetings } from "../contract.ts";
import { meetingTexts as texts } from "./texts.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  meeting: Meeting;
}

/** Asks before a meeting is canceled, and whether the customer gets a text about it. */
export function CancelDialog({ opened, onClose, meeting: { id, title, customer_name } }: Props) {
  const [withText, setWithText] = useState(true);
  useEffect(() => {
    if (opened) setWithText(true);
  }, [opened]);
  const cancel = useSend(meetings.cancel, {
    invalidates: [meetings.list, appointmentCalendar.view],
    updates: (cache) => forgetRows(cache, [{ id, calls: [[meetings.get, "id"]] }]),
    onSuccess: onClose,
  });
  return (
    <Modal opened={opened} onClose={onClose} title={texts.cancelTitle}>
      <Text>{texts.cancelText(title, customer_name)}</Text>
      <Checkbox
        mt="md"
        label={texts.cancelAndText}
        checked={withText}
        onChange={({ currentTarget }) => setWithText(currentTarget.checked)}
      />
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={onClose} disabled={cancel.isPending}>
          {texts.keep}
        </Button>
        <Button
          color="red"
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ params: { id }, body: { text_customer: withText ? 1 : 0 } })}
        >
          {texts.cancel}
        </Button>
      </Group>
    </Modal>
  );
}
