import { sql } from "kysely";
import type { Server } from "#core/server/serve.ts";
import type { Unit } from "#core/server/unit.ts";
import type { Place } from "#domains/customers/server/public.ts";
import { openChat } from "#domains/inbox/server/public.ts";
import { locationOfNumber } from "#domains/locations/server/public.ts";
import type { CallKey } from "#ports/voice/voice.ts";
import { forwardTo, settleAfter } from "../rules.ts";
import { type CallRow, callIdBySid, insertCall, lockCall, placeOfCall } from "./callStore.ts";
import { settleCallJob } from "./jobs.ts";
import { ownNumbers, voiceOf } from "./settingsStore.ts";

/** The platform's own number sends codes, and talks with nobody. */
const platform = 0;

/**
 * Works on the call that a telling is about, in one transaction, with its row held. A call that was never told of is
 * added: nothing says that its beginning is told first. Undefined for a call to a number that is nobody's.
 */
export async function openCall<T>(
  { within }: Server,
  key: CallKey,
  work: (unit: Unit, call: CallRow) => Promise<T>,
): Promise<T | undefined> {
  const place = await within.lookup("call", async (db) => {
    return (await placeOfCall(db, key.sid)) ?? (key.to ? await locationOfNumber(db, key.to) : undefined);
  });
  if (!place || place.dealer_id === platform) return undefined;
  return within.business(place, "call", async (unit) => {
    const { dealer_id } = place;
    // Tellings of one call that come at once wait for each other before they hold anything.
    await oneAtATime(unit, key.sid);
    const known = await callIdBySid(unit.db, dealer_id, key.sid);
    const call_id = known ?? (await addCall(unit, place, key));
    const call = await lockCall(unit.db, { dealer_id, call_id });
    if (!call) throw new Error("A call that was just there is gone");
    return work(unit, call);
  });
}

async function oneAtATime(unit: Unit, sid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`call ${sid}`}, 0))`.execute(unit.db);
}

/** Finds the caller's customer and chat as a text does. */
async function addCall(unit: Unit, place: Place, { sid, from, to }: CallKey): Promise<number> {
  const { dealer_id, location_id } = place;
  const { chat_id, customer_id } = from ? await openChat(unit, place, from) : { chat_id: null, customer_id: null };
  const { call_phone_no, recording_consent } = await voiceOf(unit.db, place);
  const forwarded_to = forwardTo({ call_phone_no, from, to, own: await ownNumbers(unit.db, dealer_id) });
  const call_id = await insertCall(unit.db, {
    ...{ dealer_id, location_id, chat_id, customer_id, sid, from_number: from, to_number: to },
    ...{ forwarded_to, recording_consent },
    // Nothing rings where nobody is to be rung.
    dialed: forwarded_to ? "" : "unanswered",
    started_at: unit.now(),
  });
  if (forwarded_to) unit.enqueue(settleCallJob, { dealer_id, call_id }, { after: settleAfter });
  return call_id;
}
