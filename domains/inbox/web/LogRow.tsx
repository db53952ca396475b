import classes from "./LogRow.module.css";
import type { LogEntry } from "./log.ts";
import { MessageBubble, type OfLog } from "./MessageBubble.tsx";
import { PendingBubble } from "./PendingBubble.tsx";

interface Props {
  entry: LogEntry;
  of: OfLog;
  /** The message that one came for. */
  isFound: boolean;
}

/** One row of the log: the day that it begins, and what was written. */
export function LogRow({ entry: { day, message, pending, isFirst, isLast }, of, isFound }: Props) {
  return (
    <div className={classes.entry} data-first={isFirst || undefined} aria-current={isFound || undefined}>
      {day && <p className={classes.day}>{day}</p>}
      {message && <MessageBubble message={message} of={of} isLast={isLast} />}
      {pending && <PendingBubble pending={pending} />}
    </div>
  );
}
