import type { ChatMessage } from "../contract.ts";
import { dayName, dayNumber } from "./chatTime.ts";
import type { Pending } from "./outbox.ts";

/** One entry of the message log. */
export interface LogEntry {
  /** Stays the same when a text that was shown at once turns into the stored message. */
  readonly key: string;
  readonly message: ChatMessage | undefined;
  readonly pending: Pending | undefined;
  /** Heads the first message of a day. */
  readonly day: string | undefined;
  /** The first and last of those that one side wrote in a row. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

interface Line {
  key: string;
  message?: ChatMessage;
  pending?: Pending;
  datetime: string;
  author: string;
}

/** The pause after which a message stands apart from the one before. */
const apart = 5 * 60_000;

/** The entries of the log: the stored messages, then what is still on its way. */
export function logEntries(
  messages: readonly ChatMessage[],
  outbox: readonly Pending[],
  zone: string | undefined,
  now: Date,
): LogEntry[] {
  const lines: Line[] = [
    ...messages.map((message) => ({
      key: message.client_id ?? `message-${message.id}`,
      message,
      datetime: message.datetime,
      author: message.is_from_customer ? "customer" : `staff ${message.sent_by}`,
    })),
    ...outbox.map((pending) => ({ key: pending.client_id, pending, datetime: pending.datetime, author: "self" })),
  ];
  const days = lines.map(({ datetime }) => dayNumber(new Date(datetime), zone));
  const starts = lines.map((line, at) => {
    const before = lines[at - 1];
    if (!before || before.author !== line.author || days[at] !== days[at - 1]) return true;
    return Date.parse(line.datetime) - Date.parse(before.datetime) > apart;
  });
  return lines.map(({ key, message, pending, datetime }, at) => ({
    key,
    message,
    pending,
    day: days[at] === days[at - 1] ? undefined : dayName(datetime, zone, now),
    isFirst: starts[at] === true,
    isLast: at === lines.length - 1 || starts[at + 1] === true,
  }));
}
