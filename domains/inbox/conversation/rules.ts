import { allows, type CurrentUser, managers, owner } from "#core/people.ts";
import type { AutomaticKind, ChatMessage } from "./contract.ts";

const automaticNames: Record<AutomaticKind, string> = {
  missed_call: "Missed call",
  website: "Website",
  opt_out: "Opt-out",
  opt_in: "Opt-in",
  help: "Help",
  reminder: "Appointment reminder",
  after_hours: "After hours",
  first_answer: "First answer",
  plan: "Follow-up plan",
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
  /** A text or a missed call, which expects a reply. */
  readonly expectsReply: boolean;
  readonly datetime: string;
  readonly preview: string;
}

/**
 * The state of an unmerged chat: as before the merge, plus what happened since.
 *
 * @param became the merged state right after the merge; `now` is the merged state today.
 * @param own this chat's messages since the merge, oldest first.
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

/** Only the owner, and members to whom the owner granted it, can delete messages. */
export function canDeleteMessages({ role, del_allowed }: Pick<CurrentUser, "role" | "del_allowed">): boolean {
  return del_allowed || seesDeleted({ role });
}

/** Only the owner still sees the content of deleted messages. */
export function seesDeleted({ role }: Pick<CurrentUser, "role">): boolean {
  return allows(owner, role);
}

/** A deleted message without its content: its author, and who deleted it. */
export function withoutContent(message: ChatMessage): ChatMessage {
  const { id, chat_id, is_from_customer, name_initials, sent_by, datetime, state, client_id, deleted } = message;
  const { campaign, automatic } = message;
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
    campaign,
    automatic,
    message_type: "message",
    message: "",
    attachments: [],
    attachment_path: null,
    media_count: 0,
    recording: null,
    call: null,
    error: "",
    phone: null,
    web_page: null,
    web_name: null,
  };
}

/** True when the content was withheld: every real message has a text, a call or media. */
export function isWithoutContent({ message, call, media_count }: ChatMessage): boolean {
  return message === "" && call === null && media_count === 0;
}

/** Members can delete their own notes; managers can delete any. */
export function canDeleteNote(who: Pick<CurrentUser, "user_id" | "role">, note: { user_id: number }): boolean {
  return note.user_id === who.user_id || allows(managers, who.role);
}

/** A time range; without a bound it is open at that end. */
export interface LogRange {
  readonly from: Date | undefined;
  readonly to: Date | undefined;
}

/** The times of a page's first and last message. */
export interface PageBounds {
  readonly first: Date | undefined;
  readonly last: Date | undefined;
  readonly has_more: boolean;
}

/**
 * The time range that a page of messages covers, so that adjoining pages leave no gap. `beside`: the time of the message
 * that the page ends before or begins after.
 */
export function rangeOfPage(
  page: PageBounds,
  direction: "newest" | "before" | "after" | "around",
  beside: Date | undefined,
): LogRange {
  if (direction === "after") return { from: beside, to: page.has_more ? page.last : undefined };
  const from = page.has_more ? page.first : undefined;
  if (direction === "before") return { from, to: beside };
  return { from, to: direction === "around" ? page.last : undefined };
}
