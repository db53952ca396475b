import classes from "./LogRow.module.css";
import type { LogEntry } from "./log.ts";
import { MessageBubble, type OfLog } from "./MessageBubble.tsx";
import { PendingBubble } from "./PendingBubble.tsx";

interface Props {
  entry: LogEntry;
  context: OfLog;
  /** True for the message that was jumped to. */
  isFound: boolean;
}

/** One row of the log: the heading of a day that begins, and the message. */
export function LogRow({ entry: { day, message, pending, isFirst, isLast }, context, isFound }: Props) {
  return (
    <div className={classes.entry} data-first={isFirst || undefined} aria-current={isFound || undefined}>
      {day && <p className={classes.day}>{day}</p>}
      {message && <MessageBubble message={message} context={context} isLast={isLast} />}
      {pending && <PendingBubble pending={pending} />}
    </div>
  );
}
