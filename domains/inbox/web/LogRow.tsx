import { memo } from "react";
import type { Time } from "#core/web/time.ts";
import type { Chat } from "../contract.ts";
import classes from "./LogRow.module.css";
import type { LogEntry } from "./log.ts";
import { MessageBubble } from "./MessageBubble.tsx";
import { PendingBubble } from "./PendingBubble.tsx";
import type { Deletion } from "./useDeletion.ts";

/** What all rows of a log have in common: found once, for a row has to be cheap. */
export interface OfLog {
  customer: Chat["customer"];
  time: Time;
  /** Undefined for those who may not delete messages. */
  deletion: Deletion | undefined;
}

interface Props {
  entry: LogEntry;
  of: OfLog;
  /** The message that one came for. */
  isFound: boolean;
}

/** One row of the log: the day that it begins, and what was written. */
export const LogRow = memo(function LogRow({ entry: { day, message, pending, isFirst, isLast }, of, isFound }: Props) {
  return (
    <div className={classes.entry} data-first={isFirst || undefined} aria-current={isFound || undefined}>
      {day && <p className={classes.day}>{day}</p>}
      {message && <MessageBubble message={message} of={of} isLast={isLast} />}
      {pending && <PendingBubble pending={pending} />}
    </div>
  );
});
