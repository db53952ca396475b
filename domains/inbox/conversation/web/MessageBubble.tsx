import { Button, Loader } from "@mantine/core";
import {
  IconAlertCircle,
  IconCheck,
  IconChecks,
  IconClock,
  IconHelpCircle,
  IconRobot,
  IconWorld,
} from "@tabler/icons-react";
import { memo, type ReactNode } from "react";
import type { TimeFormats } from "#core/web/time/useTime.ts";
import { MessageAttachments } from "#domains/inbox/attachments/web/MessageAttachments.tsx";
import { CallContent } from "#domains/inbox/calls/web/CallContent.tsx";
import type { Chat } from "#domains/inbox/contract.ts";
import { authorOf, phoneText } from "#domains/inbox/list/web/customerName.ts";
import { canRetry } from "#domains/inbox/sending/rules.ts";
import type { PendingMessage } from "#domains/inbox/sync/web/outbox.ts";
import { useInbox, useInboxState } from "#domains/inbox/sync/web/useInbox.ts";
import type { ChatMessage, MessageState } from "../contract.ts";
import { isWithoutContent } from "../rules.ts";
import { DeleteControl, type MessageDeletion } from "./DeleteControl.tsx";
import classes from "./MessageBubble.module.css";
import { textParts } from "./messageLinks.ts";

interface BubbleProps {
  isOwn: boolean;
  author: string;
  /** Author and time, shown above the first of several messages in one minute. */
  head?: ReactNode;
  /** Sent by no person. */
  isAutomatic?: boolean;
  text: string;
  isFailed?: boolean;
  isDeleted?: boolean;
  /** Deleted, for a reader who may no longer see its content. */
  isWithheld?: boolean;
  /** On the bubble's line, so that it takes no height. */
  beside?: ReactNode;
  below: ReactNode;
  children?: ReactNode;
}

/** A message; its text is never rendered as markup. */
function Bubble({
  isOwn,
  author,
  head,
  isAutomatic,
  text,
  isFailed,
  isDeleted,
  isWithheld,
  beside,
  below,
  children,
}: BubbleProps) {
  return (
    <article
      className={classes.message}
      data-own={isOwn || undefined}
      data-automatic={isAutomatic || undefined}
      data-failed={isFailed || undefined}
      data-deleted={isDeleted || undefined}
    >
      {head ? <p className={classes.head}>{head}</p> : <span className={classes.spoken}>{author}: </span>}
      <div className={classes.line}>
        <div className={classes.bubble}>
          {text && <p className={classes.text}>{isDeleted ? <del>{text}</del> : <MessageText text={text} />}</p>}
          {isWithheld && <p className={classes.withheld}>This message was deleted</p>}
          {children}
        </div>
        {beside}
      </div>
      <div className={classes.below}>{below}</div>
    </article>
  );
}

/** What all rows of a log share, computed once to keep rows cheap. */
export interface MessageLogContext {
  customer: Chat["customer"];
  time: TimeFormats;
  /** Undefined for those who may not delete messages. */
  deletion: MessageDeletion | undefined;
}

interface Props {
  message: ChatMessage;
  context: MessageLogContext;
  isFirst: boolean;
}

/** One stored message; memoized, so that it renders again only when it changes. */
export const MessageBubble = memo(function MessageBubble({ message, context, isFirst }: Props) {
  const { customer, time, deletion } = context;
  const isOwn = message.is_from_customer === 0;
  const author = authorOf(message, customer);
  const isAutomatic = isOwn && message.sent_by === "";
  return (
    <Bubble
      isOwn={isOwn}
      author={author}
      isAutomatic={isAutomatic}
      head={
        isFirst && (
          <>
            {isAutomatic && <IconRobot size={14} aria-hidden />}
            <strong>{author}</strong>{" "}
            <time dateTime={message.datetime} title={time.dateTime(message.datetime)}>
              {time.time(message.datetime)}
            </time>
          </>
        )
      }
      text={message.call ? "" : message.message}
      isFailed={message.state === "failed"}
      isDeleted={message.deleted !== null}
      isWithheld={message.deleted !== null && isWithoutContent(message)}
      beside={deletion && !message.deleted && <DeleteControl message={message} deletion={deletion} />}
      below={
        <>
          {message.web_page !== null && <WebsiteLabel page={message.web_page} name={message.web_name ?? ""} />}
          {message.phone && `${isOwn ? "to" : "from"} ${phoneText(message.phone)}`}
          {isOwn && !message.call && !message.deleted && <DeliveryState message={message} />}
          {message.deleted?.by && (
            <span className={classes.deleted}>
              Deleted by {message.deleted.by}, {time.dateTime(message.deleted.at)}
            </span>
          )}
        </>
      }
    >
      {message.call && <CallContent message={message} call={message.call} author={author} />}
      {(message.media_count > 0 || message.attachments.length > 0) && (
        <MessageAttachments
          attachments={message.attachments}
          coming={message.media_count - message.attachments.length}
          author={author}
          message={message}
        />
      )}
    </Bubble>
  );
});

/** A message as plain text, in which https addresses are links. Nothing is fetched of them until they are clicked. */
function MessageText({ text }: { text: string }) {
  let at = 0;
  return textParts(text).map((part) => {
    const key = at;
    at += part.text.length;
    if (!part.href) return part.text;
    return (
      <a key={key} href={part.href} target="_blank" rel="noopener noreferrer">
        {part.text}
      </a>
    );
  });
}

/**
 * Labels a message from the business's website with its page. The address is unverified, so it is plain text.
 *
 * @param name the name typed on the website, when it isn't the customer's.
 */
function WebsiteLabel({ page, name }: { page: string; name: string }) {
  return (
    <span className={classes.website} title={page}>
      <IconWorld size={12} stroke={2} aria-hidden />
      Website{page && ` · ${page.replace(/^https?:\/\/(www\.)?/, "")}`}
      {name && ` · as ${name}`}
    </span>
  );
}

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
function DeliveryState({ message }: { message: ChatMessage }) {
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
