import { createHash } from "node:crypto";
import type { Insertable } from "kysely";
import type { Unit } from "#core/server/unit.ts";
import type { DB } from "#database/types.ts";
import { keywordOf } from "#domains/customers/wishes/rules.ts";
import { insertResponses, type NewResponse } from "#domains/inbox/responses/server/public.ts";
import { previewOf, referenceOf } from "#domains/inbox/rules.ts";
import { businessSeconds, defaultHours } from "#domains/locations/hours/rules.ts";
import type { Conversation, PlannedMessage } from "./conversations.ts";
import type { House } from "./staff.ts";

/** A message with what the rows about it need. */
interface Text {
  readonly conversation: Conversation;
  readonly message: PlannedMessage;
  readonly chat_id: number;
  readonly sid: string;
  /** What the carrier said last; null for the customer's own. */
  readonly status: "sent" | "delivered" | "failed" | null;
  /** The carrier's code when it failed, and what staff read. */
  readonly error_code: string;
  readonly error: string;
}

/** Adds chats, messages, their hand-overs and reports, what the customers said about being texted, and the phones' side. */
export async function addConversations(
  unit: Unit,
  { dealer_id }: House,
  conversations: readonly Conversation[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const chats = conversations.map((conversation) => chatOf(dealer_id, conversation, ids));
  const added = await unit.db.insertInto("chats").values(chats).returning(["id", "customer_id"]).execute();
  const chatIds = new Map(added.map(({ id, customer_id }) => [customer_id, id]));
  const texts = conversations
    .flatMap((conversation) => textsOf(conversation, chatIds.get(ids.get(conversation.customer.phone) ?? 0) ?? 0))
    .sort((one, other) => one.message.at.getTime() - other.message.at.getTime());
  const rows = texts.map((text) => messageOf(dealer_id, text));
  const stored = await unit.db.insertInto("messages").values(rows).returning(["id", "chat_id", "datetime"]).execute();
  const messageIds = new Map(stored.map(({ id, chat_id, datetime }) => [keyOf(chat_id, datetime), id]));
  await insertResponses(unit.db, responsesIn(dealer_id, texts, messageIds));
  const outbound = texts
    .filter(({ status }) => status !== null)
    .map((text) => {
      return { text, key: { dealer_id, message_id: idOf(messageIds, text), attempt: 1 } };
    });
  await unit.db
    .insertInto("message_sends")
    .values(outbound.map(({ text, key }) => sendOf(key, text)))
    .execute();
  await unit.db
    .insertInto("message_reports")
    .values(outbound.flatMap(({ text, key }) => reportsOf(key, text)))
    .execute();
  const references = new Map(outbound.map(({ text, key }) => [text, referenceOf(key)]));
  await unit.db
    .insertInto("simulated_messages")
    .values(texts.map((text) => phoneSideOf(text, references.get(text) ?? "")))
    .execute();
  await addConsent(unit, dealer_id, texts);
}

const keyOf = (chat_id: number, datetime: Date) => `${chat_id} ${datetime.getTime()}`;

function idOf(messageIds: ReadonlyMap<string, number>, { chat_id, message }: Text): number {
  const id = messageIds.get(keyOf(chat_id, message.at));
  if (id === undefined) throw new Error("A message was not stored");
  return id;
}

/** The chat's row as its messages leave it. */
function chatOf(dealer_id: number, conversation: Conversation, ids: ReadonlyMap<string, number>) {
  const { talk, rooftop, customer, messages, visit } = conversation;
  const last = messages.at(-1);
  const newest = (from: string) => messages.findLast((message) => message.from === from)?.at ?? null;
  if (!last || !messages[0]) throw new Error("A talk without lines");
  return {
    dealer_id,
    location_id: rooftop.location_id,
    customer_id: ids.get(customer.phone) ?? 0,
    chat_time: last.at,
    new_message: previewOf(last.text),
    new_message_count: talk.unread ?? 0,
    is_replied: last.from === "staff" ? 1 : 0,
    waiting_since: waitAfter(messages),
    // Whoever agreed on a visit keeps the conversation.
    assigned_to: visit?.user_id ?? null,
    is_pinned: talk.pinned ? 1 : 0,
    is_closed: talk.closed ? 1 : 0,
    latest_chat_message_sent_time: newest("staff"),
    latest_chat_message_received_time: newest("customer"),
    created_at: messages[0].at,
  };
}

/** Since when the customer waits after some messages. */
function waitAfter(messages: readonly PlannedMessage[]): Date | null {
  const answered = messages.findLastIndex(({ from }) => from === "staff");
  return messages[answered + 1]?.at ?? null;
}

/** What staff answered to whoever waited, and how long that took. */
function responsesIn(dealer_id: number, texts: readonly Text[], ids: ReadonlyMap<string, number>): NewResponse[] {
  return texts.flatMap((text) => {
    const { conversation, message, chat_id } = text;
    const { rooftop, messages } = conversation;
    const waiting_since = waitAfter(messages.slice(0, messages.indexOf(message)));
    const { user_id, at: answered_at } = message;
    if (user_id === null || !waiting_since) return [];
    const business_seconds = businessSeconds(defaultHours, rooftop.zone, waiting_since, answered_at);
    const { location_id } = rooftop;
    const answer = { dealer_id, location_id, chat_id, message_id: idOf(ids, text), user_id };
    return [{ ...answer, waiting_since, answered_at, business_seconds }];
  });
}

function textsOf(conversation: Conversation, chat_id: number): Text[] {
  const { talk, customer, messages } = conversation;
  return messages.map((message, index) => {
    const hash = createHash("sha256").update(`${customer.phone} ${index}`).digest("hex");
    const { code: error_code = "", words: error = "" } = (index === messages.length - 1 && talk.failed) || {};
    const text = { conversation, message, chat_id, sid: `SM${hash.slice(0, 32)}`, error_code, error };
    if (message.from === "customer") return { ...text, status: null };
    // Some phones never report that a text has arrived.
    return { ...text, status: error_code ? "failed" : hash.startsWith("0") ? "sent" : "delivered" };
  });
}

function messageOf(dealer_id: number, { message, chat_id, sid, status, error }: Text): Insertable<DB["messages"]> {
  const isInbound = status === null;
  return {
    dealer_id,
    chat_id,
    is_from_customer: isInbound ? 1 : 0,
    message: message.text,
    purpose: message.purpose,
    user_id: message.user_id,
    state: status ?? "received",
    error,
    provider_sid: isInbound ? sid : null,
    attempt: isInbound ? 0 : 1,
    datetime: message.at,
  };
}

interface Key {
  readonly dealer_id: number;
  readonly message_id: number;
  readonly attempt: number;
}

const secondsAfter = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1_000);

function sendOf(key: Key, { conversation, message, sid, status, error_code }: Text): Insertable<DB["message_sends"]> {
  return {
    ...key,
    state: "accepted",
    from_number: conversation.rooftop.number,
    to_number: conversation.customer.phone,
    body: message.text,
    provider_sid: sid,
    status: status ?? "",
    error_code,
    started_at: message.at,
    lease_until: secondsAfter(message.at, 24),
    settled_at: secondsAfter(message.at, 3),
  };
}

function reportsOf(key: Key, { message, status, error_code }: Text): Insertable<DB["message_reports"]>[] {
  return ["queued", "sent", "delivered", "failed"]
    .filter((reported) => reported === "queued" || reported === "sent" || reported === status)
    .map((reported, index) => {
      const code = reported === "failed" ? error_code : "";
      return { ...key, status: reported, error_code: code, at: secondsAfter(message.at, 1 + index) };
    });
}

/** The same text as the simulated carrier and the customer's phone know it. */
function phoneSideOf(
  { conversation, message, sid, status, error_code }: Text,
  reference: string,
): Insertable<DB["simulated_messages"]> {
  const [ours, theirs] = [conversation.rooftop.number, conversation.customer.phone];
  const isInbound = status === null;
  return {
    sid,
    direction: isInbound ? "from_phone" : "to_phone",
    from: isInbound ? theirs : ours,
    to: isInbound ? ours : theirs,
    body: message.text,
    status: status ?? "received",
    error_code,
    reference,
    at: message.at,
  };
}

/** A customer who said stop: in the ledger, and never texted again. */
async function addConsent(unit: Unit, dealer_id: number, texts: readonly Text[]): Promise<void> {
  for (const { conversation, message } of texts) {
    if (message.from !== "customer" || keywordOf(message.text) !== "stop") continue;
    const { phone } = conversation.customer;
    const said = { dealer_id, phone, event: "revoked", source: "keyword", words: message.text, at: message.at };
    const event = unit.db.insertInto("consent_events").values(said).returning("id");
    const { id: event_id } = await event.executeTakeFirstOrThrow();
    await unit.db.insertInto("suppressions").values({ dealer_id, phone, event_id, since: message.at }).execute();
  }
}
