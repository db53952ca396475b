import { Button } from "@mantine/core";
import { IconAlertCircle, IconCheck, IconChecks, IconClock, IconHelpCircle } from "@tabler/icons-react";
import type { ChatMessage, MessageState } from "#domains/inbox/conversation/contract.ts";
import { canRetry } from "#domains/inbox/outbox/rules.ts";
import { useInbox, useInboxState } from "#domains/inbox/sync/web/useInbox.ts";
import classes from "./DeliveryState.module.css";

const labels = {
  queued: { text: "Sending…", icon: IconClock },
  sending: { text: "Sending…", icon: IconClock },
  sent: { text: "Sent", icon: IconCheck },
  delivered: { text: "Delivered", icon: IconChecks },
  failed: { text: "Failed", icon: IconAlertCircle },
  unknown: { text: "We don't know whether this arrived", icon: IconHelpCircle },
  received: { text: "", icon: IconCheck },
} as const satisfies Record<MessageState, { text: string; icon: typeof IconCheck }>;

/** The delivery state of one of our messages, in words. */
export function DeliveryState({ message }: { message: ChatMessage }) {
  const { text, icon: Icon } = labels[message.state];
  return (
    <span className={classes.state} data-state={message.state}>
      <Icon size={14} aria-hidden />
      {text}
      {message.state === "failed" && message.error && `: ${message.error}`}
      {canRetry({ ...message, isOfCampaign: message.campaign !== null }) && <Retry message={message} />}
    </span>
  );
}

function Retry({ message }: { message: ChatMessage }) {
  const { sender } = useInbox();
  const name = `retry ${message.id}`;
  const isRetrying = useInboxState(({ loading }) => loading.has(name));
  const failure = useInboxState(({ failures }) => failures[name]);
  return (
    <>
      <Button size="compact-xs" variant="default" loading={isRetrying} onClick={() => void sender.retry(message)}>
        Retry
      </Button>
      {failure && <span role="alert">{failure.message}</span>}
    </>
  );
}
