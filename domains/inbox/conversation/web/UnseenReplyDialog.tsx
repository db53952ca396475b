import { Button, Group, Modal, Text } from "@mantine/core";
import { useRef } from "react";
import { useTime } from "#core/web/time/useTime.ts";
import { type Draft, uploadedDraftFile } from "#domains/inbox/sync/web/drafts.ts";
import type { PendingMessage } from "#domains/inbox/sync/web/outbox.ts";
import { useDraft } from "#domains/inbox/sync/web/useDraft.ts";
import { useInbox } from "#domains/inbox/sync/web/useInbox.ts";
import classes from "./UnseenReplyDialog.module.css";

interface Props {
  opened: boolean;
  chatId: number;
  /** The waiting message, with the reply its author hadn't seen. */
  pending: PendingMessage | undefined;
}

/** A colleague replied meanwhile: asks whether to send anyway. */
export function UnseenReplyDialog({ opened, chatId, pending }: Props) {
  const { sender } = useInbox();
  const { handle } = useDraft(chatId);
  const time = useTime();
  // Keeps the content visible while the dialog closes.
  const shown = useRef(pending);
  if (pending) shown.current = pending;
  const { unseen: reply, message } = shown.current ?? {};

  const dontSend = () => {
    if (!pending) return;
    handle.change((draft) => withReturned(draft, pending));
    sender.discard(pending);
  };
  return (
    <Modal opened={opened} onClose={dontSend} title={`${reply?.sent_by} replied while you were typing`} size="md">
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
        <Button variant="default" data-autofocus onClick={dontSend}>
          Don't send
        </Button>
        <Button onClick={() => pending && void sender.sendAnyway(pending)}>Send anyway</Button>
      </Group>
    </Modal>
  );
}

/** Puts a message that isn't sent back into the draft, before what was typed since. */
function withReturned(draft: Draft, pending: PendingMessage): Draft {
  const since = Date.parse(pending.datetime);
  return {
    text: [pending.message, draft.text].filter(Boolean).join("\n"),
    files: [...pending.attachments.map((attachment) => uploadedDraftFile(attachment, since)), ...draft.files],
    rest: draft.rest,
  };
}
