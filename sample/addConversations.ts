import { createHash } from "node:crypto";
import type { Insertable } from "kysely";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { DB } from "#database/types.ts";
import { keywordOf } from "#domains/inboundIntent/rules.ts";
import { callText, outgoingCallText } from "#domains/inbox/calls/rules.ts";
import { previewOf } from "#domains/inbox/rules.ts";
import { sendReference } from "#domains/inbox/sending/rules.ts";
import type { SendKey } from "#domains/inbox/sending/server/public.ts";
import { insertResponses, type NewResponse } from "#domains/inbox/server/public.ts";
import { businessSeconds, defaultHours } from "#domains/locations/hours/rules.ts";
import type { SampleCall } from "./calls.ts";
import type { PlannedConversation, PlannedMessage } from "./planConversations.ts";
import type { SeededDealership } from "./staff.ts";

/** A message with the data its rows need. */
interface SeededText {
  readonly conversation: PlannedConversation;
  readonly message: PlannedMessage;
  readonly chat_id: number;
  readonly sid: string;
  /** The carrier's last status; null for inbound texts. */
  readonly status: "sent" | "delivered" | "failed" | null;
  /** The carrier's error code of a failed text, and the explanation for staff. */
  readonly error_code: string;
  readonly error: string;
}

/**
 * Adds chats and messages, with their sends, status reports, consent, and the simulated phones' side.
 *
 * @param calls stand in their conversations, each at its time.
 * @param beforeTexts adds what stands before them; gets the chats' ids by customer.
 * @returns the messages about the calls, by the carrier's id.
 */
export async function addConversations(
  unit: UnitOfWork,
  { dealer_id }: SeededDealership,
  conversations: readonly PlannedConversation[],
  ids: ReadonlyMap<string, number>,
  calls: readonly SampleCall[],
  beforeTexts: (chatIds: ReadonlyMap<number, number>) => Promise<void>,
): Promise<ReadonlyMap<string, { readonly id: number; readonly chat_id: number }>> {
  const chats = conversations.map((conversation) => chatOf(dealer_id, conversation, ids));
  const added = await unit.db.insertInto("chats").values(chats).returning(["id", "customer_id"]).execute();
  const chatIds = new Map(added.map(({ id, customer_id }) => [customer_id, id]));
  await beforeTexts(chatIds);
  const chatOfCustomer = ({ customer }: PlannedConversation) => chatIds.get(ids.get(customer.phone) ?? 0) ?? 0;
  const texts = conversations
    .flatMap((conversation) => textsOf(conversation, chatOfCustomer(conversation)))
    .sort((a, b) => a.message.at.getTime() - b.message.at.getTime());
  const rows = [
    ...texts.map((text) => ({ at: text.message.at, row: messageOf(dealer_id, text) })),
    ...calls.map((call) => ({
      at: call.started_at,
      row: callMessageOf(dealer_id, call, chatOfCustomer(call.conversation)),
    })),
  ].sort((one, other) => one.at.getTime() - other.at.getTime());
  const stored = await unit.db
    .insertInto("messages")
    .values(rows.map(({ row }) => row))
    .returning(["id", "chat_id", "datetime", "message_type", "provider_sid"])
    .execute();
  const ofCalls = stored.filter(({ message_type }) => message_type === "voice");
  const ofTexts = stored.filter(({ message_type }) => message_type !== "voice");
  const messageIds = new Map(ofTexts.map(({ id, chat_id, datetime }) => [keyOf(chat_id, datetime), id]));
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
  const references = new Map(outbound.map(({ text, key }) => [text, sendReference(key)]));
  await unit.db
    .insertInto("simulated_messages")
    .values(texts.map((text) => phoneSideOf(text, references.get(text) ?? "")))
    .execute();
  await addConsent(unit, dealer_id, texts);
  return new Map(ofCalls.map(({ id, chat_id, provider_sid }) => [provider_sid ?? "", { id, chat_id }]));
}

function callMessageOf(dealer_id: number, call: SampleCall, chat_id: number): Insertable<DB["messages"]> {
  const { direction, state, sid, user_id, started_at } = call;
  const isInbound = direction === "incoming";
  return {
    dealer_id,
    chat_id,
    is_from_customer: isInbound ? 1 : 0,
    message: isInbound ? callText[state] : outgoingCallText[state],
    message_type: "voice",
    purpose: "conversation",
    user_id,
    state: isInbound ? "received" : "sent",
    provider_sid: sid,
    attempt: 0,
    datetime: started_at,
  };
}

const keyOf = (chat_id: number, datetime: Date) => `${chat_id} ${datetime.getTime()}`;

function idOf(messageIds: ReadonlyMap<string, number>, { chat_id, message }: SeededText): number {
  const id = messageIds.get(keyOf(chat_id, message.at));
  if (id === undefined) throw new Error("A message was not stored");
  return id;
}

/** The chat's row, consistent with its messages. */
function chatOf(dealer_id: number, conversation: PlannedConversation, ids: ReadonlyMap<string, number>) {
  const { sample, location, customer, messages, appointment } = conversation;
  const last = messages.at(-1);
  const newest = (from: string) => messages.findLast((message) => message.from === from)?.at ?? null;
  if (!last || !messages[0]) throw new Error("A conversation without messages");
  return {
    dealer_id,
    location_id: location.location_id,
    customer_id: ids.get(customer.phone) ?? 0,
    chat_time: last.at,
    new_message: previewOf(last.text),
    new_message_count: sample.unread ?? 0,
    is_replied: last.from === "staff" ? 1 : 0,
    waiting_since: waitingSince(messages),
    // Whoever made the appointment keeps the chat.
    assigned_to: appointment?.user_id ?? null,
    is_pinned: sample.pinned ? 1 : 0,
    is_closed: sample.closed ? 1 : 0,
    latest_chat_message_sent_time: newest("staff"),
    latest_chat_message_received_time: newest("customer"),
    created_at: messages[0].at,
  };
}

/** Since when the customer has been waiting after these messages. */
function waitingSince(messages: readonly PlannedMessage[]): Date | null {
  const answered = messages.findLastIndex(({ from }) => from === "staff");
  return messages[answered + 1]?.at ?? null;
}

/** The staff's responses to waiting customers, with their response times. */
function responsesIn(dealer_id: number, texts: readonly SeededText[], ids: ReadonlyMap<string, number>): NewResponse[] {
  return texts.flatMap((text) => {
    const { conversation, message, chat_id } = text;
    const { location, messages } = conversation;
    const waiting_since = waitingSince(messages.slice(0, messages.indexOf(message)));
    const { user_id, at: answered_at } = message;
    if (user_id === null || !waiting_since) return [];
    const business_seconds = businessSeconds(defaultHours, location.zone, waiting_since, answered_at);
    const { location_id } = location;
    const response = { dealer_id, location_id, chat_id, message_id: idOf(ids, text), user_id };
    return [{ ...response, waiting_since, answered_at, business_seconds }];
  });
}

function textsOf(conversation: PlannedConversation, chat_id: number): SeededText[] {
  const { sample, customer, messages } = conversation;
  return messages.map((message, index) => {
    const hash = createHash("sha256").update(`${customer.phone} ${index}`).digest("hex");
    const { code: error_code = "", words: error = "" } = (index === messages.length - 1 && sample.failed) || {};
    const text = { conversation, message, chat_id, sid: `SM${hash.slice(0, 32)}`, error_code, error };
    if (message.from === "customer") return { ...text, status: null };
    // Some phones never report delivery.
    return { ...text, status: error_code ? "failed" : hash.startsWith("0") ? "sent" : "delivered" };
  });
}

function messageOf(
  dealer_id: number,
  { message, chat_id, sid, status, error }: SeededText,
): Insertable<DB["messages"]> {
  const isInbound = status === null;
  return {
    dealer_id,
    chat_id,
    is_from_customer: isInbound ? 1 : 0,
    message: message.text,
    purpose: message.purpose,
    automatic: message.purpose === "consent" ? "opt_out" : null,
    user_id: message.user_id,
    state: status ?? "received",
    error,
    provider_sid: isInbound ? sid : null,
    attempt: isInbound ? 0 : 1,
    datetime: message.at,
  };
}

const secondsAfter = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1_000);

function sendOf(
  key: SendKey,
  { conversation, message, sid, status, error_code }: SeededText,
): Insertable<DB["message_sends"]> {
  return {
    ...key,
    state: "accepted",
    from_number: conversation.location.number,
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

function reportsOf(key: SendKey, { message, status, error_code }: SeededText): Insertable<DB["message_reports"]>[] {
  return ["queued", "sent", "delivered", "failed"]
    .filter((reported) => reported === "queued" || reported === "sent" || reported === status)
    .map((reported, index) => {
      const code = reported === "failed" ? error_code : "";
      return { ...key, status: reported, error_code: code, at: secondsAfter(message.at, 1 + index) };
    });
}

/** The same text on the simulated carrier's side. */
function phoneSideOf(
  { conversation, message, sid, status, error_code }: SeededText,
  reference: string,
): Insertable<DB["simulated_messages"]> {
  const [ours, theirs] = [conversation.location.number, conversation.customer.phone];
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

/** Records customers who opted out, and suppresses texts to them. */
async function addConsent(unit: UnitOfWork, dealer_id: number, texts: readonly SeededText[]): Promise<void> {
  for (const { conversation, message } of texts) {
    if (message.from !== "customer" || keywordOf(message.text) !== "stop") continue;
    const { phone } = conversation.customer;
    const revocation = { dealer_id, phone, event: "revoked", source: "keyword", words: message.text, at: message.at };
    const event = unit.db.insertInto("consent_events").values(revocation).returning("id");
    const { id: event_id } = await event.executeTakeFirstOrThrow();
    await unit.db.insertInto("suppressions").values({ dealer_id, phone, event_id, since: message.at }).execute();
  }
}
