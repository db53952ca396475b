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
import { addresseeOf, insertInbound } from "./messageStore.ts";
import { type OpenedChat, openChat } from "./openChat.ts";
import { storeAndSend } from "./send.ts";

/**
 * A customer's text, as the carrier tells of it: stored once however often and in parallel it is told, with its chat,
 * its consequences for consent, and the event to the location's browsers, all in one transaction.
 */
export async function receive({ within, log }: Server, text: InboundText): Promise<void> {
  const addressee = await within.lookup("inbound text", (db) => addresseeOf(db, text));
  if (!addressee) return log.warn({ sid: text.sid }, "a text to a number that belongs to nobody");
  // A carrier repeats itself most when we are slow: what is stored costs this one statement, and no transaction.
  const { is_stored, ...place } = addressee;
  if (is_stored) return;
  await within.business(place, "inbound text", async (unit) => {
    await store(unit, place, text, await openChat(unit, place, text.from));
  });
}

async function store(unit: Unit, place: Place, text: InboundText, of: OpenedChat) {
  const datetime = unit.now();
  const { dealer_id, location_id } = place;
  const media_count = text.media.length;
  const { chat_id, phone } = of;
  const row = { dealer_id, chat_id, phone, message: text.body, provider_sid: text.sid, media_count, datetime };
  const message_id = await insertInbound(unit.db, row);
  if (message_id === undefined) return;
  // One statement each, which travel together.
  const [since] = await Promise.all([
    noteReceived(unit.db, dealer_id, chat_id, previewOf(text.body, media_count), datetime),
    countMessage(unit.db, dealer_id, of.customer_id, "received"),
  ]);
  await insertMedia(unit, dealer_id, message_id, text.media);
  unit.tell(
    inboxEvents.messageOpen,
    { message_id, target_id: of.chat_id, what: "received" },
    { dealer_id, location_id },
  );
  await notifyMessage(unit, { dealer_id, location_id, chat_id, message_id });
  await heed(unit, place, text, of, since !== null && since < datetime);
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
