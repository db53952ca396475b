import { memo, type ReactNode } from "react";
import { Initials } from "#core/web/layout/Initials.tsx";
import type { TimeFormats } from "#core/web/time/useTime.ts";
import { MessageAttachments } from "#domains/inbox/attachments/web/MessageAttachments.tsx";
import { authorOf, initialsOf } from "#domains/inbox/chatList/web/customerName.ts";
import { phoneText } from "#domains/inbox/chatList/web/phoneText.ts";
import type { Chat, ChatMessage } from "#domains/inbox/contract.ts";
import { isWithoutContent } from "#domains/inbox/deletion/rules.ts";
import { DeleteControl } from "#domains/inbox/deletion/web/DeleteControl.tsx";
import type { MessageDeletion } from "#domains/inbox/deletion/web/useMessageDeletion.ts";
import { CallContent } from "#domains/inbox/voice/web/CallContent.tsx";
import { DeliveryState } from "./DeliveryState.tsx";
import classes from "./MessageBubble.module.css";
import { MessageText } from "./MessageText.tsx";

interface BubbleProps {
  isOwn: boolean;
  author: string;
  /** The author's initials, under the last of their messages in a row. */
  picture: ReactNode;
  text: string;
  isFailed?: boolean;
  isDeleted?: boolean;
  /** Deleted, for a reader who may no longer see its content. */
  isWithheld?: boolean;
  below: ReactNode;
  children?: ReactNode;
}

/** A message; its text is never rendered as markup. */
export function Bubble({
  isOwn,
  author,
  picture,
  text,
  isFailed,
  isDeleted,
  isWithheld,
  below,
  children,
}: BubbleProps) {
  return (
    <article className={classes.message} data-own={isOwn || undefined}>
      <span className={classes.picture}>{picture}</span>
      <div className={classes.body}>
        <span className={classes.spoken}>{author}: </span>
        <div className={classes.bubble} data-failed={isFailed || undefined} data-deleted={isDeleted || undefined}>
          {text && <p className={classes.text}>{isDeleted ? <del>{text}</del> : <MessageText text={text} />}</p>}
          {isWithheld && <p className={classes.withheld}>This message was deleted</p>}
          {children}
        </div>
        <div className={classes.below}>{below}</div>
      </div>
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
  isLast: boolean;
}

/** One stored message; memoized, so that it renders again only when it changes. */
export const MessageBubble = memo(function MessageBubble({ message, context, isLast }: Props) {
  const { customer, time, deletion } = context;
  const isOwn = message.is_from_customer === 0;
  const author = authorOf(message, customer);
  const initials = isOwn ? message.name_initials : message.name_initials || initialsOf(customer);
  const seed = isOwn ? message.sent_by : customer.id;
  return (
    <Bubble
      isOwn={isOwn}
      author={author}
      picture={isLast && initials && <Initials initials={initials} seed={seed} size={28} />}
      text={message.call ? "" : message.message}
      isFailed={message.state === "failed"}
      isDeleted={message.deleted !== null}
      isWithheld={message.deleted !== null && isWithoutContent(message)}
      below={
        <>
          <time dateTime={message.datetime} title={`${author}, ${time.dateTime(message.datetime)}`}>
            {time.time(message.datetime)}
          </time>
          {message.phone && ` ${isOwn ? "to" : "from"} ${phoneText(message.phone)}`}
          {isOwn && !message.deleted && <DeliveryState message={message} />}
          {message.deleted?.by && (
            <span className={classes.deleted}>
              Deleted by {message.deleted.by}, {time.dateTime(message.deleted.at)}
            </span>
          )}
          {deletion && !message.deleted && <DeleteControl message={message} deletion={deletion} />}
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
