import { allows, type CurrentUser, owner } from "#core/people.ts";
import type { CarrierStatus, ChatMessage, MessageState } from "./contract.ts";

/** Chats per batch of the list. */
export const chatsPerBatch = 30;
/** Messages in the first and each later batch of a chat. */
export const messagesPerBatch = 100;
/** Days without a message after which a chat moves to In-Active. */
export const idleDays = 30;

const statusRanks: Record<CarrierStatus, number> = { queued: 0, sent: 1, delivered: 2, failed: 2 };

/** True when a report advances the status. It never goes back, and `delivered` and `failed` are final. */
export function isStatusAdvance(current: CarrierStatus | "", reported: CarrierStatus): boolean {
  return current === "" || statusRanks[reported] > statusRanks[current];
}

/** The message state that staff see for a carrier status. */
export function messageStateOf(status: CarrierStatus): MessageState {
  return status === "queued" ? "sending" : status;
}

/** Why nothing can be sent in a chat, for users; empty when it can. */
export function sendBlockedReason(facts: { suppressed: boolean; sender: string | undefined }): string {
  if (facts.suppressed) return "This customer has opted out of text messages.";
  if (!facts.sender) return "This location has no phone number yet, so it can't send texts.";
  return "";
}

/** Only a text that certainly didn't arrive can be sent again. */
export function canRetry(message: { is_from_customer: number; state: string }): boolean {
  return message.is_from_customer === 0 && message.state === "failed";
}

/** Only the owner, and members to whom the owner granted it, can delete messages. */
export function canDeleteMessages({ role, del_allowed }: Pick<CurrentUser, "role" | "del_allowed">): boolean {
  return del_allowed || seesDeleted({ role });
}

/** Only the owner still sees the content of deleted messages. */
export function seesDeleted({ role }: Pick<CurrentUser, "role">): boolean {
  return allows(owner, role);
}

/** What everybody else gets of a deleted message: that it existed, its author, and who deleted it. */
export function withoutContent(message: ChatMessage): ChatMessage {
  const { id, chat_id, is_from_customer, name_initials, sent_by, datetime, state, client_id, deleted } = message;
  return {
    id,
    chat_id,
    is_from_customer,
    name_initials,
    sent_by,
    datetime,
    state,
    client_id,
    deleted,
    message_type: "message",
    message: "",
    attachments: [],
    attachment_path: null,
    media_count: 0,
    recording: null,
    call: null,
    error: "",
    phone: null,
  };
}

/** True when the content was withheld: every real message has a text, a call or media. */
export function isWithoutContent({ message, call, media_count }: ChatMessage): boolean {
  return message === "" && call === null && media_count === 0;
}

/** What to do after looking up an unconfirmed text at the carrier `attempts` times. */
export function nextSettleStep(
  lookup: { kind: "found" } | { kind: "absent"; surely: boolean } | { kind: "unclear" },
  attempts: number,
): "adopt" | "send again" | "ask again" | "give up" {
  if (lookup.kind === "found") return "adopt";
  if (lookup.kind === "absent") return lookup.surely || attempts >= 2 ? "send again" : "ask again";
  return attempts >= 5 ? "give up" : "ask again";
}

/** Seconds until the next lookup: the carrier's list lags. */
export function settleRetrySeconds(attempts: number): number {
  return 30 * 2 ** Math.min(attempts, 5);
}

/** The reference we attach to a text at the carrier: dealer, message and attempt. */
export function sendReference(send: { dealer_id: number; message_id: number; attempt: number }): string {
  return `${send.dealer_id}.${send.message_id}.${send.attempt}`;
}

/** Parses a reference; undefined when it isn't one of ours. */
export function parseSendReference(reference: string) {
  const parts = /^(\d{1,15})\.(\d{1,15})\.(\d{1,6})$/.exec(reference);
  if (!parts) return undefined;
  const [dealer_id, message_id, attempt] = parts.slice(1).map(Number) as [number, number, number];
  return { dealer_id, message_id, attempt };
}

/** The one-line preview of a message in its chat's row, at most 160 characters. */
export function previewOf(message: string, media_count = 0): string {
  const line = message.replace(/\s+/g, " ").trim();
  if (line === "" && media_count > 0)
    return media_count === 1 ? "Sent an attachment" : `Sent ${media_count} attachments`;
  const characters = [...line];
  return characters.length > 160 ? `${characters.slice(0, 159).join("")}…` : line;
}

/** The sort key of a batch's last chat; the next batch starts after it. */
export interface ChatCursor {
  readonly is_pinned: number;
  /** Milliseconds since 1970. */
  readonly chat_time: number;
  readonly id: number;
}

export function formatChatCursor(cursor: ChatCursor): string {
  return `${cursor.is_pinned}.${cursor.chat_time}.${cursor.id}`;
}

/** Undefined for anything that `writeCursor` can't have written. */
export function parseChatCursor(text: string): ChatCursor | undefined {
  const parts = /^([01])\.(\d{1,15})\.(\d{1,15})$/.exec(text);
  if (!parts) return undefined;
  return { is_pinned: Number(parts[1]), chat_time: Number(parts[2]), id: Number(parts[3]) };
}

/** Automatic replies to opt-out keywords. By carrier rules they may name the sender but must not advertise. */
export const optOutReplies = {
  stop: (business: string) =>
    `${business}: You are unsubscribed and will receive no more messages from us. Reply START to resubscribe.`,
  start: (business: string) =>
    `${business}: You are subscribed to messages from us again. Reply HELP for help or STOP to unsubscribe.`,
  help: (business: string, contact: string) =>
    `${business}: For help, contact us${contact ? ` at ${contact}` : ""}. Reply STOP to unsubscribe.`,
};

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
