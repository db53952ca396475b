import { IconRobot } from "@tabler/icons-react";
import { memo, type ReactNode } from "react";
import type { TimeFormats } from "#core/web/time/useTime.ts";
import { MessageAttachments } from "#domains/inbox/attachments/web/MessageAttachments.tsx";
import { authorOf } from "#domains/inbox/chatList/web/customerName.ts";
import { phoneText } from "#domains/inbox/chatList/web/phoneText.ts";
import type { Chat } from "#domains/inbox/contract.ts";
import type { ChatMessage } from "#domains/inbox/conversation/contract.ts";
import { isWithoutContent } from "#domains/inbox/deletion/rules.ts";
import { DeleteControl } from "#domains/inbox/deletion/web/DeleteControl.tsx";
import type { MessageDeletion } from "#domains/inbox/deletion/web/useMessageDeletion.ts";
import { CallContent } from "#domains/inbox/voice/web/CallContent.tsx";
import { DeliveryState } from "./DeliveryState.tsx";
import classes from "./MessageBubble.module.css";
import { MessageText } from "./MessageText.tsx";
import { WebsiteLabel } from "./WebsiteLabel.tsx";

interface BubbleProps {
  isOwn: boolean;
  author: string;
  /** Who wrote it and when, over the first of several that somebody wrote in one minute. */
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
export function Bubble({
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
