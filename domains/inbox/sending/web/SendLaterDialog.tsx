import { Button, Checkbox, Modal, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useState } from "react";
import { timeZoneName } from "#core/timeZones.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { newId } from "#core/web/newId.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { fromDateTimeField, toDateTimeField } from "#core/web/time/wallTime.ts";
import { maxDaysAhead, scheduledMessages } from "../contract.ts";
import classes from "./SendLaterDialog.module.css";
import { suggestedTimes } from "./sendTimes.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  chatId: number;
  message: string;
  attachmentIds: readonly number[];
  /** Runs once the message is scheduled. */
  onScheduled: () => void;
}

const day = 24 * 3_600_000;

/** Chooses when to send: a suggested time, or any other in the location's time zone. */
export function SendLaterDialog({ opened, onClose, chatId, message, attachmentIds, onScheduled }: Props) {
  const time = useTime();
  const [now, setNow] = useState(() => new Date());
  const [chosen, setChosen] = useState("");
  const [failure, setFailure] = useState("");
  const [unlessReply, setUnlessReply] = useState(false);
  const [client_id, setClientId] = useState(newId);
  const add = useSend(scheduledMessages.add, {
    invalidates: [scheduledMessages.ofChat],
    onSuccess: () => {
      onClose();
      onScheduled();
    },
    onFailure: ({ fields }) => setFailure(fields.send_at ?? ""),
  });

  useEffect(() => {
    if (!opened) return;
    const start = new Date();
    setNow(start);
    setChosen(toDateTimeField(new Date(start.getTime() + day), time.zone));
    setFailure("");
    setUnlessReply(false);
    setClientId(newId());
  }, [opened, time.zone]);

  const schedule = (at: Date) => {
    const unless_reply = unlessReply ? 1 : 0;
    const body = { chat_id: chatId, message, attachment_ids: [...attachmentIds], send_at: at.toISOString() };
    if (!add.isPending) add.mutate({ body: { ...body, unless_reply, client_id } });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React events bubble from the dialog to the composer, whose form must not submit.
    event.stopPropagation();
    const at = fromDateTimeField(chosen, time.zone);
    if (!at) setFailure("Select a date and time");
    else if (at.getTime() <= Date.now()) setFailure("This time has already passed");
    else schedule(at);
  };

  return (
    <Modal opened={opened} onClose={onClose} title="Send later" size="sm">
      <Stack gap="xs">
        {suggestedTimes(now, time.zone).map(({ name, at }, index) => (
          <Button
            key={name}
            variant="default"
            justify="space-between"
            data-autofocus={index === 0 || undefined}
            disabled={add.isPending}
            rightSection={<span className={classes.at}>{time.dateTime(at)}</span>}
            classNames={{ label: classes.name }}
            onClick={() => schedule(at)}
          >
            {name}
          </Button>
        ))}
      </Stack>
      <form noValidate onSubmit={submit} className={classes.other}>
        <TextInput
          type="datetime-local"
          label="Another time"
          description={time.zone ? `Location time · ${timeZoneName(time.zone)}` : "Location time"}
          value={chosen}
          min={toDateTimeField(now, time.zone)}
          max={toDateTimeField(new Date(now.getTime() + maxDaysAhead * day), time.zone)}
          error={failure}
          onChange={(event) => {
            setChosen(event.currentTarget.value);
            setFailure("");
          }}
        />
        <Button type="submit" loading={add.isPending}>
          Schedule
        </Button>
      </form>
      <Checkbox
        mt="md"
        label="Cancel if the customer replies first"
        checked={unlessReply}
        onChange={(event) => setUnlessReply(event.currentTarget.checked)}
      />
      <Text size="xs" c="dimmed" mt="sm">
        We check for opt-outs again before sending. You can cancel until then.
      </Text>
    </Modal>
  );
}
