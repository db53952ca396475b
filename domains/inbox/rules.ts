import { allows, owner, type Who } from "#core/people.ts";
import type { CarrierStatus, ChatMessage, MessageState } from "./contract.ts";

/** How many chats a batch holds. */
export const chatsPerBatch = 30;
/** How many messages an opened chat shows at first, and each further batch holds. */
export const messagesPerBatch = 100;
/** Days without a message after which a chat moves to In-Active. */
export const idleDays = 30;

const ranks: Record<CarrierStatus, number> = { queued: 0, sent: 1, delivered: 2, failed: 2 };

/** True when a report moves a text on. States never go back, and what is delivered or failed stays so. */
export function movesOn(known: CarrierStatus | "", reported: CarrierStatus): boolean {
  return known === "" || ranks[reported] > ranks[known];
}

/** What staff see for what the carrier says. */
export function stateOf(status: CarrierStatus): MessageState {
  return status === "queued" ? "sending" : status;
}

/** Why nothing can be sent in a chat; empty when it can. */
export function cannotSend(facts: { suppressed: boolean; sender: string | undefined }): string {
  if (facts.suppressed) return "This customer has opted out of text messages.";
  if (!facts.sender) return "This location has no phone number yet, so it can't send texts.";
  return "";
}

/** Only what surely did not arrive is sent again. */
export function mayRetry(message: { is_from_customer: number; state: string }): boolean {
  return message.is_from_customer === 0 && message.state === "failed";
}

/** Who may take a message out of the conversation: whom the owner has given that right, and the owner. */
export function mayDelete({ role, del_allowed }: Pick<Who, "role" | "del_allowed">): boolean {
  return del_allowed || seesDeleted({ role });
}

/** Who still sees what a deleted message said. */
export function seesDeleted({ role }: Pick<Who, "role">): boolean {
  return allows(owner, role);
}

/** What everybody else gets of a deleted message: that it was there, whose it was, and who deleted it. */
export function withoutContent(message: ChatMessage): ChatMessage {
  const { id, chat_id, is_from_customer, name_initials, sent_by, datetime, state, client_id, deleted } = message;
  const nothing = { message: "", attachments: [], attachment_path: null, media_count: 0, recording: null, call: null };
  return {
    ...{ id, chat_id, is_from_customer, name_initials, sent_by, datetime, state, client_id, deleted },
    ...nothing,
    message_type: "message",
    error: "",
    phone: null,
  };
}

/** Whether a message says nothing and brings nothing: no message that is sent or received is so. */
export function isWithoutContent({ message, call, media_count }: ChatMessage): boolean {
  return message === "" && call === null && media_count === 0;
}

/** What to do about a text whose answer from the carrier was lost, after asking the carrier `asked` times. */
export function afterAsking(
  answer: { kind: "found" } | { kind: "absent"; surely: boolean } | { kind: "unclear" },
  asked: number,
): "adopt" | "send again" | "ask again" | "give up" {
  if (answer.kind === "found") return "adopt";
  if (answer.kind === "absent") return answer.surely || asked >= 2 ? "send again" : "ask again";
  return asked >= 5 ? "give up" : "ask again";
}

/** Seconds to wait before asking the carrier again: its list lags behind. */
export function askAgainIn(asked: number): number {
  return 30 * 2 ** Math.min(asked, 5);
}

/** The reference that a text carries through the carrier: whose it is, which, and which attempt. */
export function referenceOf(send: { dealer_id: number; message_id: number; attempt: number }): string {
  return `${send.dealer_id}.${send.message_id}.${send.attempt}`;
}

/** Reads a reference back; undefined for anything else. */
export function readReference(reference: string) {
  const parts = /^(\d{1,15})\.(\d{1,15})\.(\d{1,6})$/.exec(reference);
  if (!parts) return undefined;
  const [dealer_id, message_id, attempt] = parts.slice(1).map(Number) as [number, number, number];
  return { dealer_id, message_id, attempt };
}

/** The one line of a message that a chat's row shows. */
export function previewOf(message: string, media_count = 0): string {
  const line = message.replace(/\s+/g, " ").trim();
  if (line === "" && media_count > 0)
    return media_count === 1 ? "Sent an attachment" : `Sent ${media_count} attachments`;
  const signs = [...line];
  return signs.length > 160 ? `${signs.slice(0, 159).join("")}…` : line;
}

/** Where a batch of chats ended: the next one begins after it. */
export interface ChatCursor {
  readonly is_pinned: number;
  /** Milliseconds since 1970. */
  readonly chat_time: number;
  readonly id: number;
}

export function writeCursor(cursor: ChatCursor): string {
  return `${cursor.is_pinned}.${cursor.chat_time}.${cursor.id}`;
}

/** Undefined for anything that we did not write. */
export function readCursor(text: string): ChatCursor | undefined {
  const parts = /^([01])\.(\d{1,15})\.(\d{1,15})$/.exec(text);
  if (!parts) return undefined;
  return { is_pinned: Number(parts[1]), chat_time: Number(parts[2]), id: Number(parts[3]) };
}

/** What is texted back to the opt-out words. The confirmation may name the sender, and must not advertise. */
export const answers = {
  stop: (business: string) =>
    `${business}: You are unsubscribed and will receive no more messages from us. Reply START to resubscribe.`,
  start: (business: string) =>
    `${business}: You are subscribed to messages from us again. Reply HELP for help or STOP to unsubscribe.`,
  help: (business: string, contact: string) =>
    `${business}: For help, contact us${contact ? ` at ${contact}` : ""}. Reply STOP to unsubscribe.`,
};

/** What a chat's row keeps up about its messages. Instants as ISO 8601 texts, whose order is that of time. */
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

/** Two chats as one. Nobody's question is lost: the first one's member has it, else the other's; what is unread, unreplied, pinned or open in either stays so. */
export function joinedChat(one: ChatState, other: ChatState): ChatState {
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

/** A message that came into a joined chat. */
export interface JoinedMessage {
  readonly is_from_customer: number;
  /** The customer waits for an answer to it: a text, or a call that nobody took. */
  readonly asks: boolean;
  readonly datetime: string;
  readonly preview: string;
}

/**
 * One of two joined chats on its own again: as it was, with what was done since and the messages that came since.
 *
 * @param became the two as they were joined; `now`: the same by now.
 * @param own of the messages since then those that belong to this chat, oldest first.
 * @param unread how many of them nobody has seen.
 */
export function partedChat(
  was: ChatState,
  became: ChatState,
  now: ChatState,
  own: readonly JoinedMessage[],
  unread: { own: number; all: number },
): ChatState {
  const newest = own.at(-1);
  const lastOf = (is_from_customer: number) =>
    own.findLast((message) => message.is_from_customer === is_from_customer)?.datetime ?? null;
  const wasRead = now.new_message_count < became.new_message_count + unread.all;
  const changed = (field: "is_pinned" | "is_closed" | "assigned_to") =>
    (now[field] ?? null) !== (became[field] ?? null);
  const waiting_since = waitOf(was, now, own);
  return {
    chat_time: newest?.datetime ?? was.chat_time,
    new_message: newest?.preview ?? was.new_message,
    new_message_count: unread.own + (wasRead ? 0 : was.new_message_count),
    is_replied: waiting_since === null ? 1 : 0,
    waiting_since,
    is_pinned: changed("is_pinned") ? now.is_pinned : was.is_pinned,
    is_closed: newest || changed("is_closed") ? now.is_closed : was.is_closed,
    // What was kept of a chat before chats could be a member's says nothing of it.
    assigned_to: (changed("assigned_to") ? now : was).assigned_to ?? null,
    latest_chat_message_sent_time: lastOf(0) ?? was.latest_chat_message_sent_time,
    latest_chat_message_received_time: lastOf(1) ?? was.latest_chat_message_received_time,
  };
}

/** Since when one of two joined chats has waited: for what it asked before the two were last answered, it doesn't. */
function waitOf(was: ChatState, now: ChatState, own: readonly JoinedMessage[]): string | null {
  const { waiting_since } = now;
  if (waiting_since === null) return null;
  // What was kept of a chat before waits were says nothing of it.
  const before = was.is_replied === 1 ? [] : [was.waiting_since ?? waiting_since];
  const since = own.filter(({ asks }) => asks).map(({ datetime }) => datetime);
  return [...before, ...since].find((asked) => asked >= waiting_since) ?? null;
}

function earlier(one: string | null, other: string | null): string | null {
  if (!one || !other) return one ?? other;
  return one <= other ? one : other;
}

function later(one: string | null, other: string | null): string | null {
  return (one ?? "") >= (other ?? "") ? one : other;
}
