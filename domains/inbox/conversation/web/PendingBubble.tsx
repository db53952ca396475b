import { Button, Loader } from "@mantine/core";
import { IconAlertCircle, IconClock } from "@tabler/icons-react";
import { MessageAttachments } from "#domains/inbox/attachments/web/MessageAttachments.tsx";
import type { PendingMessage } from "#domains/inbox/outbox/web/outbox.ts";
import { useInbox } from "#domains/inbox/sync/web/useInbox.ts";
import classes from "./DeliveryState.module.css";
import { Bubble } from "./MessageBubble.tsx";

/** A message that the server hasn't confirmed, or that failed. */
export function PendingBubble({ pending }: { pending: PendingMessage }) {
  const { sender } = useInbox();
  const isFailed = pending.failure !== undefined;
  return (
    <Bubble
      isOwn
      author="You"
      text={pending.message}
      isFailed={isFailed}
      below={
        isFailed ? (
          <span className={classes.state} data-state="failed">
            <IconAlertCircle size={14} aria-hidden /> Not sent: {pending.failure}
            <Button size="compact-xs" variant="default" onClick={() => void sender.resend(pending)}>
              Try again
            </Button>
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => sender.discard(pending)}>
              Discard
            </Button>
          </span>
        ) : pending.waiting ? (
          <span className={classes.state}>
            <IconClock size={14} aria-hidden />
            {pending.waiting === "connection" ? "Waiting for connection" : "Waiting to be sent"}
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => sender.discard(pending)}>
              Discard
            </Button>
          </span>
        ) : (
          <span className={classes.state}>
            <Loader size={12} aria-hidden /> Sending…
          </span>
        )
      }
    >
      <MessageAttachments attachments={pending.attachments} author="you" />
    </Bubble>
  );
}
