import type { AutomaticKind } from "./contract.ts";

const automaticNames: Record<AutomaticKind, string> = {
  missed_call: "Missed call",
  website: "Website",
  opt_out: "Opt-out",
  opt_in: "Opt-in",
  help: "Help",
  reminder: "Appointment reminder",
};

/** Who an automatic text is from: "Automatic · Missed call". */
export const automaticAuthor = (kind: AutomaticKind | null) =>
  kind === null ? "Automatic message" : `Automatic · ${automaticNames[kind]}`;

/** Messages in the first and each later batch of a chat. */
export const messagesPerBatch = 100;

/** What a chat's row denormalizes about its messages. Instants are ISO 8601 strings, which sort by time. */
export interface ChatState {
  readonly chat_time: string;
  readonly new_message: string;
  readonly new_message_count: number;
  readonly is_replied: number;
  readonly waiting_since: string | null;
  readonly is_pinned: number;
  readonly is_closed: number;
  readonly latest_chat_message_sent_time: string | null;
  readonly latest_chat_message_received_time: string | null;
  readonly assigned_to: number | null;
}

/** The state of two merged chats: `one`'s assignee wins, and what is unread, unreplied, pinned or open in either stays so. */
export function mergedChatState(one: ChatState, other: ChatState): ChatState {
  const newer = one.chat_time >= other.chat_time ? one : other;
  return {
    chat_time: newer.chat_time,
    new_message: newer.new_message,
    new_message_count: one.new_message_count + other.new_message_count,
    is_replied: Math.min(one.is_replied, other.is_replied),
    waiting_since: earlier(one.waiting_since, other.waiting_since),
    is_pinned: Math.max(one.is_pinned, other.is_pinned),
    is_closed: Math.min(one.is_closed, other.is_closed),
    assigned_to: one.assigned_to ?? other.assigned_to,
    latest_chat_message_sent_time: later(one.latest_chat_message_sent_time, other.latest_chat_message_sent_time),
    latest_chat_message_received_time: later(
      one.latest_chat_message_received_time,
      other.latest_chat_message_received_time,
    ),
  };
}

/** A message added to a chat after the merge. */
export interface MergedMessage {
  readonly is_from_customer: number;
  /** The customer expects a reply: a text, or a call that nobody took. */
  readonly expectsReply: boolean;
  readonly datetime: string;
  readonly preview: string;
}

/**
 * One of two merged chats on its own again: its state before the merge, updated with what happened since.
 *
 * @param became the merged state right after the merge; `now` is the merged state today.
 * @param own the messages since the merge that belong to this chat, oldest first.
 * @param unread how many messages since the merge are unread: this chat's, and all.
 */
export function unmergedChatState(
  was: ChatState,
  became: ChatState,
  now: ChatState,
  own: readonly MergedMessage[],
  unread: { own: number; all: number },
): ChatState {
  const newest = own.at(-1);
  const lastOf = (is_from_customer: number) =>
    own.findLast((message) => message.is_from_customer === is_from_customer)?.datetime ?? null;
  const wasRead = now.new_message_count < became.new_message_count + unread.all;
  const changed = (field: "is_pinned" | "is_closed" | "assigned_to") =>
    (now[field] ?? null) !== (became[field] ?? null);
  const waiting_since = waitingSince(was, now, own);
  return {
    chat_time: newest?.datetime ?? was.chat_time,
    new_message: newest?.preview ?? was.new_message,
    new_message_count: unread.own + (wasRead ? 0 : was.new_message_count),
    is_replied: waiting_since === null ? 1 : 0,
    waiting_since,
    is_pinned: changed("is_pinned") ? now.is_pinned : was.is_pinned,
    is_closed: newest || changed("is_closed") ? now.is_closed : was.is_closed,
    // Merge records older than chat assignment lack this field.
    assigned_to: (changed("assigned_to") ? now : was).assigned_to ?? null,
    latest_chat_message_sent_time: lastOf(0) ?? was.latest_chat_message_sent_time,
    latest_chat_message_received_time: lastOf(1) ?? was.latest_chat_message_received_time,
  };
}

/** Since when an unmerged chat has waited; anything it asked before the last reply is answered. */
function waitingSince(was: ChatState, now: ChatState, own: readonly MergedMessage[]): string | null {
  const { waiting_since } = now;
  if (waiting_since === null) return null;
  // Merge records older than `waiting_since` lack it.
  const before = was.is_replied === 1 ? [] : [was.waiting_since ?? waiting_since];
  const since = own.filter(({ expectsReply }) => expectsReply).map(({ datetime }) => datetime);
  return [...before, ...since].find((instant) => instant >= waiting_since) ?? null;
}

function earlier(one: string | null, other: string | null): string | null {
  if (!one || !other) return one ?? other;
  return one <= other ? one : other;
}

function later(one: string | null, other: string | null): string | null {
  return (one ?? "") >= (other ?? "") ? one : other;
}
