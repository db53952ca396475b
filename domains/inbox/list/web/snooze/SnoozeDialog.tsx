import { Button, Group, Modal, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useState } from "react";
import { useTime } from "#core/web/time/useTime.ts";
import { fromDateTimeField, toDateTimeField } from "#core/web/time/wallTime.ts";
import { maxDaysSnoozed } from "../../contract.ts";
import { snoozeError } from "../../rules.ts";
import { snoozeTexts } from "./texts.ts";

export interface Props {
  opened: boolean;
  onClose: () => void;
  onChoose: (until: Date) => void;
}

const day = 24 * 3_600_000;

/** Chooses any time at which a snoozed chat comes back. */
export function SnoozeDialog({ opened, onClose, onChoose }: Props) {
  const { zone } = useTime();
  const [now, setNow] = useState(() => new Date());
  const [chosen, setChosen] = useState("");
  const [failure, setFailure] = useState("");

  useEffect(() => {
    if (!opened) return;
    const start = new Date();
    setNow(start);
    setChosen(toDateTimeField(new Date(start.getTime() + day), zone));
    setFailure("");
  }, [opened, zone]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const at = fromDateTimeField(chosen, zone);
    const error = at ? snoozeError(at, new Date()) : snoozeTexts.missing;
    setFailure(error);
    if (!at || error) return;
    onClose();
    onChoose(at);
  };

  return (
    <Modal opened={opened} onClose={onClose} title={snoozeTexts.snoozeUntil} size="sm">
      <form noValidate onSubmit={submit}>
        <TextInput
          type="datetime-local"
          label={snoozeTexts.customLabel}
          description={snoozeTexts.customNote}
          data-autofocus
          value={chosen}
          min={toDateTimeField(now, zone)}
          max={toDateTimeField(new Date(now.getTime() + maxDaysSnoozed * day), zone)}
          error={failure}
          onChange={(event) => {
            setChosen(event.currentTarget.value);
            setFailure("");
          }}
        />
        <Group justify="flex-end" mt="lg">
          <Button type="submit">{snoozeTexts.snooze}</Button>
        </Group>
      </form>
    </Modal>
  );
}
