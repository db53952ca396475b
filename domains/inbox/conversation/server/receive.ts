import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { createBatcher } from "#core/server/batcher.ts";
import type { DomainManifest } from "#core/server/domainManifest.ts";
import { preparedStatement } from "#core/server/preparedStatement.ts";
import type { Server } from "#core/server/serve.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { businessAt, platformDealer } from "#domains/accounts/server/public.ts";
import {
  confirmRequest,
  countMessage,
  isSuppressed,
  lockPhone,
  recordConsent,
} from "#domains/customers/server/public.ts";
import { type InboundWords, intentOf, keywordOf, saysYes } from "#domains/inboundIntent/rules.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { previewOf } from "#domains/inbox/rules.ts";
import { helpContact, optOutReplies } from "#domains/inbox/sending/rules.ts";
import { storeAndSend } from "#domains/inbox/sending/server/sendMessage.ts";
import { recordReceived } from "#domains/inbox/server/chatStateStore.ts";
import { inboxFacts } from "#domains/inbox/server/facts.ts";
import { addresseesOf, insertInbound, type NewInboundMessage } from "#domains/inbox/server/messageStore.ts";
import { type OpenedChat, openChats } from "#domains/inbox/server/openChat.ts";
import { locationById } from "#domains/locations/server/public.ts";
import { type LoadNewestInbound, notifyMessage } from "#domains/notifications/server/public.ts";
import { receivePlatformText } from "#domains/platformInbox/server/public.ts";
import type { InboundText } from "#ports/sms/sms.ts";
import { insertMedia } from "./fetchMedia.ts";

/** The most texts stored in one transaction. */
const maxBatchSize = 50;
/** Milliseconds between a location's transactions under load. */
const batchIntervalMs = 25;

/** An inbound text, before it is stored in its chat. */
export interface ArrivingText extends InboundWords {
  readonly chat_id: number;
  /** E.164 */
  readonly from: string;
}

/** What a domain does in an inbound text's transaction before the text is stored; a text may arrive again. */
export type BeforeInbound = (unit: UnitOfWork, location: LocationKey, texts: readonly ArrivingText[]) => Promise<void>;

/** An inbound text that was just stored. */
export interface StoredInboundText {
  readonly chat_id: number;
  readonly customer_id: number;
  readonly message_id: number;
  readonly words: string;
  /** What the carrier took it for. */
  readonly carrierKeyword: InboundWords["carrierKeyword"];
  /** The customer was already waiting for a reply. */
  readonly was_waiting: boolean;
}

/** What a domain does with texts once they are stored, in the same transaction; each text comes once. */
export type AfterInbound = (
  unit: UnitOfWork,
  location: LocationKey,
  texts: readonly StoredInboundText[],
) => Promise<void>;

declare module "#core/server/domainManifest.ts" {
  interface DomainManifest {
    /** For a domain that reads what customers reply. */
    readonly afterInbound?: AfterInbound;
    /** For a domain that brings a conversation up to date before the customer's text. */
    readonly beforeInbound?: BeforeInbound;
  }
}

/** Handles one inbound text reported by the carrier. */
export type TextReceiver = (text: InboundText) => Promise<void>;

/**
 * Receives inbound texts. Each is stored once, however often the carrier repeats it, together with its chat, consent
 * changes and event in one transaction. Under load, a location's texts share transactions to keep up with the carrier.
 */
export function createTextReceiver(server: Server, domains: readonly DomainManifest[] = []): TextReceiver {
  const { within, log } = server;
  const hooks = {
    before: domains.flatMap(({ beforeInbound }) => beforeInbound ?? []),
    after: domains.flatMap(({ afterInbound }) => afterInbound ?? []),
  };
  const addressees = async (texts: readonly InboundText[]) => {
    const perCell = await within.eachCell.read("inbound texts", (db) => addresseesOf(db, texts));
    return texts.map((_, at) => perCell.map((found) => found[at]).find(Boolean));
  };
  const lookUpAddressee = createBatcher(addressees, { maxSize: maxBatchSize });
  const receivers = new Map<number, TextReceiver>();
  const receiverOf = (scope: LocationKey): TextReceiver => {
    const existing = receivers.get(scope.location_id);
    if (existing) return existing;
    const stopped = new Set<string>();
    const storeBatch = async (texts: readonly InboundText[]) => {
      await within.business(scope, "inbound texts", (unit) => storeAll(unit, scope, texts, hooks, stopped));
      for (const { sid } of texts) stopped.delete(sid);
      return texts.map(() => undefined);
    };
    // Texts of one phone never share a transaction: the first one's consequences must be committed before the second.
    const receive = createBatcher(storeBatch, {
      maxSize: maxBatchSize,
      pauseMs: batchIntervalMs,
      keyOf: ({ from }) => from,
    });
    const receiveStopFirst: TextReceiver = async (text) => {
      if (intentOf(text, false) === "stop" && (await stopAtOnce(server, scope, text))) stopped.add(text.sid);
      await receive(text);
    };
    receivers.set(scope.location_id, receiveStopFirst);
    return receiveStopFirst;
  };
  const receive = async (text: InboundText) => {
    const addressee = await lookUpAddressee(text);
    if (!addressee) return log.warn({ sid: text.sid }, "a text to a number that belongs to nobody");
    if (addressee.dealer_id === platformDealer) return receivePlatformText(server, text);
    // Carriers repeat most when we are slow, so a repeated text costs one statement and no transaction.
    const { is_stored, ...scope } = addressee;
    if (!is_stored) await receiverOf(scope)(text);
  };
  const inProgress = new Map<string, Promise<void>>();
  // A repeat of a text in progress waits for the first instead of lengthening the queue.
  return (text) => {
    const key = `${text.sid} ${text.to}`;
    const result = inProgress.get(key) ?? receive(text).finally(() => inProgress.delete(key));
    inProgress.set(key, result);
    return result;
  };
}

/** An inbound text and its chat. */
interface TextInChat {
  readonly text: InboundText;
  readonly chat: OpenedChat;
}

async function storeAll(
  unit: UnitOfWork,
  scope: LocationKey,
  texts: readonly InboundText[],
  hooks: { readonly before: readonly BeforeInbound[]; readonly after: readonly AfterInbound[] },
  stopped: ReadonlySet<string>,
): Promise<void> {
  const phones = texts.map(({ from }) => from);
  const chats = await openChats(unit, scope, phones);
  const pairs = texts.flatMap((text, at) => (chats[at] ? { text, chat: chats[at] } : []));
  const arriving = pairs.map(({ text, chat: { chat_id } }) => ({ ...text, chat_id }));
  for (const prepare of hooks.before) await prepare(unit, scope, arriving);
  const primary = pairs.filter(({ chat }) => chat.phone === null);
  const received = await store(unit, scope, primary, stopped);
  // A secondary phone may share its chat with another text of the batch, so these are stored one by one.
  for (const pair of pairs) if (pair.chat.phone !== null) received.push(...(await store(unit, scope, [pair], stopped)));
  const strangers = new Set(chats.flatMap(({ chat_id, is_new }) => (is_new ? chat_id : [])));
  for (const { chat_id, message_id } of received)
    if (strangers.has(chat_id)) unit.announce(inboxFacts.strangerWrote, { ...keyOf(scope), message_id });
  for (const read of hooks.after) await read(unit, scope, received);
}

const keyOf = ({ dealer_id, location_id }: LocationKey) => ({ dealer_id, location_id });

/** Stores texts of different chats. @returns those that weren't stored before. */
async function store(
  unit: UnitOfWork,
  scope: LocationKey,
  pairs: readonly TextInChat[],
  stopped: ReadonlySet<string>,
): Promise<StoredInboundText[]> {
  if (pairs.length === 0) return [];
  const datetime = unit.now();
  const { dealer_id, location_id } = scope;
  const ids = await insertInbound(unit.db, dealer_id, datetime, pairs.map(toMessage));
  const stored = pairs.flatMap((pair, at) => (ids[at] === undefined ? [] : { ...pair, message_id: ids[at] }));
  if (stored.length === 0) return [];
  const previews = stored.map(({ text, chat }) => ({
    chat_id: chat.chat_id,
    new_message: previewOf(text.body, text.media.length),
  }));
  const customers = stored.map(({ chat }) => chat.customer_id);
  const arrived = stored.map(({ text: { to }, message_id }) => ({ message_id, to }));
  // Independent statements are pipelined.
  const [waitingSince] = await Promise.all([
    recordReceived(unit.db, dealer_id, previews, datetime),
    countMessage(unit.db, dealer_id, customers, "received"),
    insertTrackedTexts(unit.db, scope, arrived, datetime),
  ]);
  for (const { text, chat, message_id } of stored) {
    const { chat_id } = chat;
    await insertMedia(unit, dealer_id, message_id, text.media);
    const payload = { message_id, target_id: chat_id, what: "received" } as const;
    unit.publish(inboxEvents.messageOpen, payload, { dealer_id, location_id });
    notifyMessage(unit, { dealer_id, location_id, chat_id, message_id });
    if (!text.carrierKeyword && saysYes(text.body)) await confirmRequest(unit, dealer_id, text.from);
    const since = waitingSince.get(chat_id);
    const wasWaiting = since !== undefined && since < datetime;
    await applyOptOutKeywords(unit, scope, text, chat, { wasWaiting, isStopped: stopped.has(text.sid) });
  }
  return stored.map(({ text, chat: { chat_id, customer_id }, message_id }) => {
    const since = waitingSince.get(chat_id);
    const { body: words, carrierKeyword } = text;
    return {
      chat_id,
      customer_id,
      message_id,
      words,
      carrierKeyword,
      was_waiting: since !== undefined && since < datetime,
    };
  });
}

function toMessage({ text, chat: { chat_id, phone } }: TextInChat): NewInboundMessage {
  const { body: message, sid: provider_sid, media } = text;
  return { chat_id, phone, message, provider_sid, media_count: media.length, message_type: "message" };
}

/**
 * Opts a phone out before its text is stored: storing waits for whoever changes the customer at the time, such as an import,
 * and until then nothing may be sent. @returns false for one that was opted out already.
 */
async function stopAtOnce({ within }: Pick<Server, "within">, scope: LocationKey, text: InboundText): Promise<boolean> {
  return within.business(scope, "a request to stop texts", async (unit) => {
    const { dealer_id } = scope;
    await lockPhone(unit.db, dealer_id, text.from);
    if (await isSuppressed(unit.db, dealer_id, text.from)) return false;
    const source = keywordOf(text.body, false) === "stop" ? "keyword" : "carrier";
    await recordConsent(unit, { dealer_id, phone: text.from, words: text.body, event: "revoked", source });
    return true;
  });
}

/**
 * Applies STOP, START and HELP and replies once, unless the carrier has replied itself.
 *
 * @param told `wasWaiting`: the customer was waiting before this text, so that the automatic reply must not count as an
 *   answer; `isStopped`: its request to stop was recorded as it came in.
 */
async function applyOptOutKeywords(
  unit: UnitOfWork,
  scope: LocationKey,
  text: InboundText,
  chat: OpenedChat,
  { wasWaiting, isStopped }: { readonly wasWaiting: boolean; readonly isStopped: boolean },
) {
  // Most texts contain no keyword, whatever the phone's consent; this skips the lock and lookup for them.
  if (!intentOf(text, true)) return;
  const { dealer_id } = scope;
  // The same phone may text two locations at once; the second must see the first one's result.
  await lockPhone(unit.db, dealer_id, text.from);
  const suppressed = !isStopped && (await isSuppressed(unit.db, dealer_id, text.from));
  const intent = intentOf(text, suppressed);
  if (!intent) return;
  const statement = { dealer_id, phone: text.from, words: text.body };
  if (intent === "asked") {
    // Staff decide on unclear requests, unless the customer has opted out already.
    if (!suppressed) await recordConsent(unit, { ...statement, event: "asked", source: "message" });
    return;
  }
  if (intent !== "help") {
    const source = keywordOf(text.body, suppressed) === intent ? "keyword" : "carrier";
    const event = intent === "stop" ? ("revoked" as const) : ("granted" as const);
    if (!isStopped) await recordConsent(unit, { ...statement, event, source });
    const changes = (intent === "stop") !== suppressed;
    if (!changes) return;
  }
  if (text.carrierAnsweredOptOut) return;
  const business = await businessAt(unit.db, dealer_id, scope.location_id);
  const name = business?.business_name ?? "";
  const location = intent === "help" ? await locationById(unit.db, dealer_id, scope.location_id) : undefined;
  const contact = helpContact(business?.phone ?? "", location?.call_phone_no ?? "", business?.email ?? "");
  const message = intent === "help" ? optOutReplies.help(name, contact) : optOutReplies[intent](name);
  const automatic = ({ stop: "opt_out", start: "opt_in", help: "help" } as const)[intent];
  const reply = { user_id: null, client_id: null, purpose: "consent" as const, message, automatic };
  const keepsWaiting = wasWaiting && intent !== "stop";
  const { chat_id, customer_id, phone } = chat;
  await storeAndSend(unit, {
    ...scope,
    chat_id,
    customer_id,
    phone,
    ...reply,
    ...(keepsWaiting && { isAutomatic: true as const }),
  });
}

/** A stored text and the number that it came to. */
export interface ArrivedText {
  readonly message_id: number;
  /** E.164 */
  readonly to: string;
}

/** Records the source of texts that came to a tracking number. */
async function insertTrackedTexts(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  texts: readonly ArrivedText[],
  received_at: Date,
): Promise<void> {
  const ids = texts.map(({ message_id }) => message_id);
  const numbers = texts.map(({ to }) => to);
  await sql`${preparedStatement}
    insert into tracked_texts (dealer_id, message_id, location_id, number, source, received_at)
    select tracked.dealer_id, arrived.id, ${location_id}::bigint, tracked.number, tracked.source, ${received_at}::timestamptz
    from unnest(${ids}::bigint[], ${numbers}::text[]) as arrived (id, called)
      join tracking_numbers as tracked on tracked.dealer_id = ${dealer_id}::bigint and tracked.number = called
        and tracked.state in ('active', 'parked')
    on conflict do nothing`.execute(db);
}

/** The customer's newest message in a chat, starting at `message_id`; undefined if it was deleted. */
export const newestInbound: LoadNewestInbound = (db, { dealer_id, location_id, chat_id, message_id }) =>
  db
    .selectFrom("messages")
    .innerJoin("chats", (join) =>
      join.onRef("chats.dealer_id", "=", "messages.dealer_id").onRef("chats.id", "=", "messages.chat_id"),
    )
    .innerJoin("customers", (join) =>
      join.onRef("customers.dealer_id", "=", "chats.dealer_id").onRef("customers.id", "=", "chats.customer_id"),
    )
    .innerJoin("locations", (join) =>
      join.onRef("locations.dealer_id", "=", "chats.dealer_id").onRef("locations.id", "=", "chats.location_id"),
    )
    .where("messages.dealer_id", "=", dealer_id)
    .where("messages.chat_id", "=", chat_id)
    .where("messages.id", ">=", message_id)
    .where("messages.is_from_customer", "=", 1)
    .where("messages.deleted_at", "is", null)
    .where("chats.location_id", "=", location_id)
    .orderBy("messages.id", "desc")
    .limit(1)
    .select(["messages.id", "messages.chat_id", "messages.message", "messages.message_type", "messages.datetime"])
    .select(["messages.media_count", "chats.location_id", "locations.title as location"])
    .select(["locations.notification_phone_no", "chats.new_message_count"])
    .select(["customers.first_name", "customers.last_name"])
    // The number that it came from, because a customer can have several.
    .select(sql<string>`coalesce(messages.phone, customers.phone)`.as("phone"))
    .executeTakeFirst();
