import { dayName, dayNumber } from "#domains/inbox/list/web/chatTime.ts";
import type { PendingMessage } from "#domains/inbox/sync/web/outbox.ts";
import type { ChatEvent, ChatMessage } from "../contract.ts";

/** One row of the message log. */
export interface MessageLogEntry {
  /** Stays the same when a pending message becomes the stored one. */
  readonly key: string;
  readonly message: ChatMessage | undefined;
  readonly pending: PendingMessage | undefined;
  /** A note, or what was done with the chat. */
  readonly event: ChatEvent | undefined;
  /** The heading over the first message of a day. */
  readonly day: string | undefined;
  /** First of those that one author wrote in a row within a minute of the clock. */
  readonly isFirst: boolean;
}

interface LogItem {
  key: string;
  message?: ChatMessage;
  pending?: PendingMessage;
  event?: ChatEvent;
  datetime: string;
  author: string;
}

/** Messages of the same author within a minute share a head; each campaign and kind of automatic text has its own. */
function authorKey({ is_from_customer, campaign, automatic, sent_by }: ChatMessage): string {
  if (is_from_customer) return "customer";
  if (campaign) return `campaign ${campaign.id}`;
  return automatic ? `automatic ${automatic}` : `staff ${sent_by}`;
}

const minuteOf = (datetime: string) => Math.floor(Date.parse(datetime) / 60_000);

/** The entries of the log: stored messages with notes and events between them, then pending ones. */
export function logEntries(
  messages: readonly ChatMessage[],
  outbox: readonly PendingMessage[],
  zone: string | undefined,
  now: Date,
  events: readonly ChatEvent[] = [],
): MessageLogEntry[] {
  const stored = messages.map(
    (message): LogItem => ({
      key: message.client_id ?? `message-${message.id}`,
      message,
      datetime: message.datetime,
      author: authorKey(message),
    }),
  );
  const items: LogItem[] = [
    ...withEvents(stored, events),
    ...outbox.map((pending) => ({ key: pending.client_id, pending, datetime: pending.datetime, author: "self" })),
  ];
  const days = items.map(({ datetime }) => dayNumber(new Date(datetime), zone));
  const starts = items.map((item, at) => {
    const before = items[at - 1];
    if (!before || before.author !== item.author || days[at] !== days[at - 1]) return true;
    return minuteOf(item.datetime) !== minuteOf(before.datetime);
  });
  return items.map(({ key, message, pending, event, datetime }, at) => ({
    key,
    message,
    pending,
    event,
    day: days[at] === days[at - 1] ? undefined : dayName(datetime, zone, now),
    isFirst: starts[at] === true,
  }));
}

/** Puts each event before the first message that is newer. Messages keep the order of their ids. */
function withEvents(messages: readonly LogItem[], events: readonly ChatEvent[]): LogItem[] {
  const waiting = events.map((event): LogItem => ({ key: event.key, event, datetime: event.at, author: event.key }));
  const merged = messages.flatMap((message) => {
    const next = waiting.findIndex(({ datetime }) => datetime > message.datetime);
    return [...waiting.splice(0, next < 0 ? waiting.length : next), message];
  });
  return [...merged, ...waiting];
}
