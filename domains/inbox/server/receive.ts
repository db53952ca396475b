import { gathering } from "#core/server/gathering.ts";
import type { Server } from "#core/server/serve.ts";
import type { Unit } from "#core/server/unit.ts";
import { countMessage, isSuppressed, lockPhone, type Place, recordConsent } from "#domains/customers/server/public.ts";
import { wishOf } from "#domains/customers/wishes/rules.ts";
import { locationById } from "#domains/locations/server/public.ts";
import { notifyMessage } from "#domains/notifications/server/public.ts";
import type { InboundText } from "#ports/sms/sms.ts";
import { inboxEvents } from "../contract.ts";
import { answers, previewOf } from "../rules.ts";
import { noteReceived } from "./chatStateStore.ts";
import { insertMedia } from "./mediaStore.ts";
import { addresseesOf, type InboundMessage, insertInbound } from "./messageStore.ts";
import { type OpenedChat, openChats } from "./openChat.ts";
import { storeAndSend } from "./send.ts";

/** How many texts are stored in one transaction at most. */
const most = 50;
/** Milliseconds from one transaction of a location to the next while texts pour in. */
const pause = 25;

/** What is done with a customer's text when the carrier tells of it. */
export type Receive = (text: InboundText) => Promise<void>;

/**
 * Takes customers' texts in: each is stored once however often and in parallel it is told, with its chat, its
 * consequences for consent, and the event to the location's browsers, all in one transaction. While texts pour in, those
 * of a location share transactions: a carrier gives up on who takes long, and tells the same again.
 */
export function createReceiver({ within, log }: Server): Receive {
  const lookUp = gathering(
    (texts: readonly InboundText[]) => within.lookup("inbound texts", (db) => addresseesOf(db, texts)),
    { most },
  );
  const locations = new Map<number, Receive>();
  const receiverOf = (place: Place): Receive => {
    const known = locations.get(place.location_id);
    if (known) return known;
    const take = async (texts: readonly InboundText[]) => {
      await within.business(place, "inbound texts", (unit) => storeAll(unit, place, texts));
      return texts.map(() => undefined);
    };
    // Two texts of one phone are never in one transaction: what the first asks for is done before the second comes.
    const receive = gathering(take, { most, pause, apart: ({ from }) => from });
    locations.set(place.location_id, receive);
    return receive;
  };
  const take = async (text: InboundText) => {
    const addressee = await lookUp(text);
    if (!addressee) return log.warn({ sid: text.sid }, "a text to a number that belongs to nobody");
    // A carrier repeats itself most when we are slow: what is stored costs this one statement, and no transaction.
    const { is_stored, ...place } = addressee;
    if (!is_stored) await receiverOf(place)(text);
  };
  const underWay = new Map<string, Promise<void>>();
  // Whoever tells again what is being stored waits for that: behind a queue, its repetitions would make it longer.
  return (text) => {
    const key = `${text.sid} ${text.to}`;
    const taken = underWay.get(key) ?? take(text).finally(() => underWay.delete(key));
    underWay.set(key, taken);
    return taken;
  };
}

/** A text and the chat that it belongs to. */
interface Arrived {
  readonly text: InboundText;
  readonly of: OpenedChat;
}

async function storeAll(unit: Unit, place: Place, texts: readonly InboundText[]): Promise<void> {
  const phones = texts.map(({ from }) => from);
  const chats = await openChats(unit, place, phones);
  const arrived = texts.flatMap((text, at) => (chats[at] ? { text, of: chats[at] } : []));
  await store(
    unit,
    place,
    arrived.filter(({ of }) => of.phone === null),
  );
  // Somebody's other phone may belong to a chat that another of these texts has changed.
  for (const one of arrived) if (one.of.phone !== null) await store(unit, place, [one]);
}

/** Stores texts of different chats. */
async function store(unit: Unit, place: Place, arrived: readonly Arrived[]): Promise<void> {
  if (arrived.length === 0) return;
  const datetime = unit.now();
  const { dealer_id, location_id } = place;
  const ids = await insertInbound(unit.db, dealer_id, datetime, arrived.map(rowOf));
  const news = arrived.flatMap((one, at) => (ids[at] === undefined ? [] : { ...one, message_id: ids[at] }));
  if (news.length === 0) return;
  const shown = news.map(({ text, of }) => ({
    chat_id: of.chat_id,
    new_message: previewOf(text.body, text.media.length),
  }));
  const customers = news.map(({ of }) => of.customer_id);
  // One statement each, which travel together.
  const [since] = await Promise.all([
    noteReceived(unit.db, dealer_id, shown, datetime),
    countMessage(unit.db, dealer_id, customers, "received"),
  ]);
  for (const { text, of, message_id } of news) {
    const { chat_id } = of;
    await insertMedia(unit, dealer_id, message_id, text.media);
    const payload = { message_id, target_id: chat_id, what: "received" } as const;
    unit.tell(inboxEvents.messageOpen, payload, { dealer_id, location_id });
    notifyMessage(unit, { dealer_id, location_id, chat_id, message_id });
    const waited = since.get(chat_id);
    await heed(unit, place, text, of, waited !== undefined && waited < datetime);
  }
}

function rowOf({ text, of: { chat_id, phone } }: Arrived): InboundMessage {
  const { body: message, sid: provider_sid, media } = text;
  return { chat_id, phone, message, provider_sid, media_count: media.length, message_type: "message" };
}

/**
 * Does what the opt-out words ask for, and answers once: not when the carrier has answered already.
 *
 * @param waits the customer had asked something before, which the answer to a word leaves open.
 */
async function heed(unit: Unit, place: Place, text: InboundText, of: OpenedChat, waits: boolean) {
  // Most texts ask for nothing, whatever their phone has said before.
  if (!wishOf(text.body, true)) return;
  const { dealer_id } = place;
  // The same phone may text two locations at once: the second must see what came of the first.
  await lockPhone(unit.db, dealer_id, text.from);
  const suppressed = await isSuppressed(unit.db, dealer_id, text.from);
  const wish = wishOf(text.body, suppressed);
  if (!wish) return;
  const said = { dealer_id, phone: text.from, words: text.body };
  if (wish === "asked") {
    // Staff decide; of somebody who has opted out there is nothing to decide.
    if (!suppressed) await recordConsent(unit, { ...said, event: "asked", source: "message" });
    return;
  }
  if (wish !== "help") {
    await recordConsent(unit, { ...said, event: wish === "stop" ? "revoked" : "granted", source: "keyword" });
    const changes = (wish === "stop") !== suppressed;
    if (!changes) return;
  }
  if (text.carrierAnsweredOptOut) return;
  const location = await locationById(unit.db, dealer_id, place.location_id);
  const business = location?.business_name ?? "";
  const contact = location?.phone || location?.email || "";
  const message = wish === "help" ? answers.help(business, contact) : answers[wish](business);
  const consent = { user_id: null, client_id: null, purpose: "consent" as const };
  const open = waits && wish !== "stop" && { isAutomatic: true as const };
  await storeAndSend(unit, { ...place, ...of, ...consent, message, ...open });
}
