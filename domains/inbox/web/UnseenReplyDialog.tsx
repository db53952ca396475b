import { Button, Group, Modal, Text } from "@mantine/core";
import { useRef } from "react";
import { useTime } from "#core/web/time.ts";
import { attachedFile, type Draft, useDraft } from "#domains/inbox/composer/web/public.tsx";
import type { Pending } from "./outbox.ts";
import classes from "./UnseenReplyDialog.module.css";
import { useInbox } from "./useInbox.ts";
import { useMembers } from "./useMembers.ts";

interface Props {
  opened: boolean;
  chatId: number;
  /** What waits, and the reply that came before it. */
  pending: Pending | undefined;
}

/** A colleague answered while one wrote: is one's own text to be sent all the same? */
export function UnseenReplyDialog({ opened, chatId, pending }: Props) {
  const { sending } = useInbox();
  const { own } = useDraft(chatId);
  const { members } = useMembers();
  const time = useTime();
  // What it asked about stays readable while it closes.
  const shown = useRef(pending);
  if (pending) shown.current = pending;
  const { unseen: reply, message } = shown.current ?? {};

  const keep = () => {
    if (!pending) return;
    const named = members.filter(({ id }) => pending.mentions.includes(id));
    own.change((draft) => withGivenBack(draft, pending, named));
    sending.discard(pending);
  };
  return (
    <Modal opened={opened} onClose={keep} title={`${reply?.sent_by} answered while you wrote`} size="md">
      {reply && (
        <>
          <Text size="sm" c="dimmed">
            {reply.sent_by}, {time.dateTime(reply.datetime)}
          </Text>
          <blockquote className={classes.text}>{reply.message || "An attachment"}</blockquote>
        </>
      )}
      <Text size="sm" c="dimmed">
        Your message
      </Text>
      <blockquote className={classes.text} data-own>
        {message || "An attachment"}
      </blockquote>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" data-autofocus onClick={keep}>
          Don't send
        </Button>
        <Button onClick={() => pending && void sending.anyway(pending)}>Send anyway</Button>
      </Group>
    </Modal>
  );
}

/** The draft with a text that isn't sent after all, before what was typed since. */
function withGivenBack(draft: Draft, pending: Pending, named: Draft["mentions"]): Draft {
  const since = Date.parse(pending.datetime);
  return {
    text: [pending.message, draft.text].filter(Boolean).join("\n"),
    mentions: [...named.map(({ id, name }) => ({ id, name })), ...draft.mentions],
    files: [...pending.attachments.map((attachment) => attachedFile(attachment, since)), ...draft.files],
  };
}
