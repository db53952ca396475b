import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { ChatOpened } from "#domains/inbox/server/chatOpened.ts";
import { openChat } from "#domains/inbox/server/openChat.ts";
import { phonesToForwardTo } from "#domains/locations/countries/server/public.ts";
import { isOpen } from "#domains/locations/hours/rules.ts";
import { hoursOf } from "#domains/locations/hours/server/public.ts";
import { locationOfNumber, trackingNumberOf } from "#domains/locations/server/public.ts";
import type { CallKey } from "#ports/voice/voice.ts";
import { phonesToRing, settleAfterTurns, turnsOf } from "../rules.ts";
import { type CallRow, callIdBySid, insertCall, lockCall, scopeOfCall } from "./callStore.ts";
import { settleCallJob } from "./jobs.ts";
import { ownNumbers, voiceSettingsOf } from "./settingsStore.ts";

/** The platform's own number only sends codes; it takes no calls. */
const platformDealerId = 0;

/** Our own id of a call that a member made is a UUID; no carrier's is. */
const isReference = (sid: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(sid);

interface ReportedCall {
  readonly key: CallKey;
  /** What other domains add to the chat that the call opens. */
  readonly opened: ChatOpened;
}

/**
 * Runs `work` on the reported call, in one transaction with its row locked. An unknown call is added first, because
 * reports arrive in any order. Undefined when the called number belongs to nobody.
 */
export async function openCall<T>(
  { within }: Server,
  { key, opened }: ReportedCall,
  work: (unit: UnitOfWork, call: CallRow) => Promise<T>,
): Promise<T | undefined> {
  const scope = await within.lookup("call", async (db) => {
    const known = await scopeOfCall(db, key.sid);
    // A call that we place is stored before it rings, and what it calls may be another business's number.
    return known ?? (key.to && !isReference(key.sid) ? await locationOfNumber(db, key.to) : undefined);
  });
  if (!scope || scope.dealer_id === platformDealerId) return undefined;
  return within.business(scope, "call", async (unit) => {
    const { dealer_id } = scope;
    // Concurrent reports on one call queue up here, before any row is locked.
    await lockSid(unit, key.sid);
    const existing = await callIdBySid(unit.db, dealer_id, key.sid);
    const call_id = existing ?? (await addCall(unit, scope, { key, opened }));
    const call = await lockCall(unit.db, { dealer_id, call_id });
    if (!call) throw new Error("The call disappeared within its transaction");
    return work(unit, call);
  });
}

async function lockSid(unit: UnitOfWork, sid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`call ${sid}`}, 0))`.execute(unit.db);
}

/** Adds a call; finds or creates its customer and chat as for an inbound text. */
async function addCall(unit: UnitOfWork, scope: LocationKey, { key, opened }: ReportedCall): Promise<number> {
  const { sid, from, to } = key;
  const { dealer_id, location_id } = scope;
  const { chat_id, customer_id } = from ? await openChat(unit, scope, from) : { chat_id: null, customer_id: null };
  if (from && chat_id !== null) await opened(unit, scope, { chat_id, phone: from });
  const { call_phone_no, recording_consent } = await voiceSettingsOf(unit.db, scope);
  const tracking = await trackingNumberOf(unit.db, dealer_id, to);
  const isClosed = tracking?.hours === "open" && !(await isOpenNow(unit, scope));
  const phones = isClosed ? [] : [tracking?.forward_to || call_phone_no, ...(tracking?.also_rings ?? [])];
  const own = await ownNumbers(unit.db, dealer_id);
  const reachable = await phonesToForwardTo(unit.db, dealer_id, phones);
  const [forwarded_to = "", ...also_rings] = phonesToRing({ phones: reachable, from, to, own });
  const plan = { forwarded_to, also_rings, ring: tracking?.ring ?? "all" };
  const call_id = await insertCall(unit.db, {
    dealer_id,
    location_id,
    chat_id,
    customer_id,
    sid,
    from_number: from,
    to_number: to,
    ...plan,
    recording_consent,
    source: tracking?.source ?? "",
    // Without a forward phone nothing rings.
    dialed: forwarded_to ? "" : "unanswered",
    started_at: unit.now(),
  });
  const turns = turnsOf(plan).length;
  if (turns > 0) unit.enqueue(settleCallJob, { dealer_id, call_id }, { delaySeconds: settleAfterTurns(turns) });
  return call_id;
}

async function isOpenNow({ db, now }: UnitOfWork, scope: LocationKey): Promise<boolean> {
  const { hours, time_zone } = await hoursOf(db, scope);
  return isOpen(hours, time_zone, now());
}
