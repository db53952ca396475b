import { EventRow } from "#domains/inbox/timeline/web/EventRow.tsx";
import classes from "./LogRow.module.css";
import type { MessageLogEntry } from "./logEntries.ts";
import { MessageBubble, type MessageLogContext } from "./MessageBubble.tsx";
import { PendingBubble } from "./PendingBubble.tsx";

interface Props {
  entry: MessageLogEntry;
  context: MessageLogContext;
  /** True for the message that was jumped to. */
  isFound: boolean;
}

/** One row of the log: the heading of a day that begins, and the message, note or event. */
export function LogRow({ entry: { day, message, pending, event, isFirst }, context, isFound }: Props) {
  return (
    <div className={classes.entry} data-first={isFirst || undefined} aria-current={isFound || undefined}>
      {day && <p className={classes.day}>{day}</p>}
      {message && <MessageBubble message={message} context={context} isFirst={isFirst} />}
      {event && <EventRow event={event} time={context.time} />}
      {pending && <PendingBubble pending={pending} />}
    </div>
  );
}
