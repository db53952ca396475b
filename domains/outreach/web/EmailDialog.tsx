import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from "react";
import type { Call } from "#core/call.ts";
import { maxEmailLength, maxSubjectLength } from "../contract.ts";
import { emailTexts as texts } from "./texts.ts";
import { useEmailWriter } from "./useOutreach.ts";

export interface Props {
  opened: boolean;
  onClose: () => void;
  customer: { readonly id: number; readonly name: string; readonly email: string };
  /** Stands there at first. */
  subject?: string | undefined;
  invalidates?: readonly Call[];
  onSent?: () => void;
}

/** Writes an email to one customer; what was written stays when it is closed. */
export function EmailDialog({ opened, onClose, customer, subject, invalidates, onSent }: Props) {
  const writer = useEmailWriter(customer.id, {
    ...(invalidates && { invalidates }),
    onSuccess: () => {
      onClose();
      onSent?.();
    },
  });
  const begin = useRef(writer);
  begin.current = writer;
  useEffect(() => {
    if (opened && subject && begin.current.isEmpty) begin.current.change({ subject });
  }, [opened, subject]);
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    writer.send();
  };
  return (
    <Modal opened={opened} onClose={onClose} title={texts.title(customer.name)} size="lg">
      <form noValidate onSubmit={submit}>
        <Stack>
          <Text size="sm" c="dimmed">
            {texts.to(customer.email)}
          </Text>
          <TextInput
            label={texts.subject}
            data-autofocus
            maxLength={maxSubjectLength}
            value={writer.subject}
            error={writer.fields.subject}
            onChange={({ currentTarget }) => writer.change({ subject: currentTarget.value })}
          />
          <Textarea
            aria-label={texts.message}
            placeholder={texts.message}
            autosize
            minRows={6}
            maxRows={16}
            maxLength={maxEmailLength}
            value={writer.message}
            error={writer.fields.message}
            onChange={({ currentTarget }) => writer.change({ message: currentTarget.value })}
            onKeyDown={(event) => (event.ctrlKey || event.metaKey) && event.key === "Enter" && submit(event)}
          />
          <Group justify="flex-end">
            <Button type="submit" disabled={!writer.canSend} loading={writer.isSending}>
              {texts.send}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
