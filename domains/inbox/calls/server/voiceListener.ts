import type { LocationKey } from "#core/people.ts";
import { lockByName } from "#core/server/advisoryLock.ts";
import type { Server } from "#core/server/serve.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { customerById } from "#domains/customers/server/public.ts";
import { type ChatOpened, openChat } from "#domains/inbox/server/openChat.ts";
import { phonesToForwardTo } from "#domains/locations/countries/server/public.ts";
import { isOpen } from "#domains/locations/hours/rules.ts";
import { hoursOf } from "#domains/locations/hours/server/public.ts";
import { locationOfNumber, senderNumber, trackingNumberOf } from "#domains/locations/server/public.ts";
import type { CallKey, NextStep, VoiceCallbacks } from "#ports/voice/voice.ts";
import {
  announcements,
  customerRingSeconds,
  endOf,
  maxVoicemailSeconds,
  phonesToRing,
  ringSeconds,
  settleAfterEndSeconds,
  settleAfterTurns,
  strongerDial,
  turnsOf,
  wasAnswered,
} from "../rules.ts";
import { applyCallUpdate } from "./applyCallUpdate.ts";
import {
  type CallRow,
  callIdBySid,
  insertCall,
  insertRecording,
  lockCall,
  scopeOfCall,
  updateCall,
} from "./callStore.ts";
import { settleCallJob } from "./jobs.ts";
import { ownNumbers, voiceSettingsOf } from "./settingsStore.ts";

/**
 * Handles the carrier's reports on calls.
 *
 * @param opened lets other domains add to the chat that a call opens.
 */
export function voiceListener(server: Server, opened: ChatOpened): VoiceCallbacks {
  const callOf = <T>(key: CallKey, work: (unit: UnitOfWork, call: CallRow) => Promise<T>) =>
    openCall(server, { key, opened }, work);
  const warnUnknown = ({ sid }: CallKey) => server.log.warn({ sid }, "a call to a number that belongs to nobody");
  /** The next step, with the moment at which it is the voicemail. */
  const stepOf = async (unit: UnitOfWork, call: CallRow) => {
    const step = await nextStep(unit, call);
    const { dealer_id, id: call_id } = call;
    if (step.kind === "voicemail" && call.voicemail_at === null)
      await updateCall(unit.db, { dealer_id, call_id }, { voicemail_at: unit.now() });
    return step;
  };
  const stepOrHangUp = (key: CallKey, step: NextStep | undefined) => {
    if (step) return step;
    warnUnknown(key);
    return hangUp(announcements.nobody);
  };

  return {
    async onIncomingCall(key) {
      const step = await callOf(key, async (unit, call) => stepOf(unit, await applyCallUpdate(unit, call)));
      return stepOrHangUp(key, step);
    },

    async onPickedUp(key) {
      const words = await callOf(key, async (unit, call) => {
        await applyCallUpdate(unit, call, { asked_at: call.asked_at ?? unit.now() });
        return pickUpAnnouncement(unit, call);
      });
      return words ?? "";
    },

    async onAccepted(key) {
      await callOf(key, (unit, call) => {
        const answered_at = call.answered_at ?? unit.now();
        return applyCallUpdate(unit, call, { asked_at: call.asked_at ?? answered_at, answered_at });
      });
    },

    async onConnect(key) {
      const step = await callOf(key, async (unit, call) => {
        const accepted_at = call.accepted_at ?? unit.now();
        return ringCustomer(await applyCallUpdate(unit, call, { asked_at: call.asked_at ?? accepted_at, accepted_at }));
      });
      return stepOrHangUp(key, step);
    },

    async onAnswered(key) {
      const words = await callOf(key, async (unit, call) => {
        const answered_at = call.answered_at ?? unit.now();
        const known = { accepted_at: call.accepted_at ?? answered_at, answered_at };
        return customerAnnouncement(unit, await applyCallUpdate(unit, call, known));
      });
      return words ?? "";
    },

    async onDialed(key, result, seconds, turn = 0) {
      const step = await callOf(key, async (unit, call) => {
        const dialed = strongerDial(call.dialed, result);
        const next = wasAnswered({ ...call, dialed }) ? undefined : nextTurn(call, turn);
        if (next) return next;
        const length = result !== "unanswered" && seconds !== undefined ? { duration: seconds } : {};
        return stepOf(unit, await applyCallUpdate(unit, call, { dialed, ...length }));
      });
      return stepOrHangUp(key, step);
    },

    async onRecording(key, recording) {
      const stored = await callOf(key, async (unit, call) => {
        await insertRecording(unit.db, { dealer_id: call.dealer_id, call_id: call.id }, recording, unit.now());
        await applyCallUpdate(unit, call);
        return true;
      });
      if (!stored) warnUnknown(key);
    },

    async onCallEnded(key, seconds) {
      await callOf(key, async (unit, call) => {
        const { dealer_id, id: call_id } = call;
        await applyCallUpdate(unit, call, { ended_at: call.ended_at ?? endOf(call, unit.now(), seconds) });
        // The dial result may still arrive, and says more.
        if (call.dialed === "")
          unit.enqueue(settleCallJob, { dealer_id, call_id }, { delaySeconds: settleAfterEndSeconds });
      });
    },
  };
}

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
 * Runs `work` on the reported call with its row locked. An unknown call is added first, since reports arrive in any
 * order. Undefined when the called number isn't ours.
 */
async function openCall<T>(
  { within }: Server,
  { key, opened }: ReportedCall,
  work: (unit: UnitOfWork, call: CallRow) => Promise<T>,
): Promise<T | undefined> {
  const { sid, to } = key;
  const known = await within.cellOf.read({ entry: "call", key: sid }, "call", (db) => scopeOfCall(db, sid));
  // A call that we place is stored before it rings, and what it calls may be another business's number.
  const mayBeNew = !known && to && !isReference(sid);
  const scope = mayBeNew
    ? await within.cellOf.read({ entry: "phone", key: to }, "call", (db) => locationOfNumber(db, to))
    : known;
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
  await lockByName(unit.db, `call ${sid}`);
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

const hangUp = (words = ""): NextStep => ({ kind: "hang up", words });

/** What the carrier does next with a call: forward it, record a voicemail, or hang up. */
async function nextStep({ db }: UnitOfWork, call: CallRow): Promise<NextStep> {
  if (call.ended_at || call.state === "answered") return hangUp();
  if (call.direction === "outgoing") return hangUp(announcements.noAnswer);
  const { business_name } = await voiceSettingsOf(db, call);
  const tracking = await calledNumber(db, call);
  const [first] = turnsOf(call);
  if (call.dialed === "" && first) {
    const isRecorded = call.recording_consent === 1;
    const greeting = tracking?.greeting ?? "";
    const announcement = [
      announcements.beforeRinging({ business: business_name, greeting, isRecorded }),
      tracking?.state === "parked" ? await newNumberAnnouncement(db, call) : "",
    ]
      .filter(Boolean)
      .join(" ");
    return { kind: "forward", to: first, rings: ringSeconds, turn: 0, announcement, isRecorded };
  }
  if (call.chat_id === null) return hangUp(announcements.withheld(business_name));
  // Callers who heard it before the phones rang don't hear it again.
  const greeting = first ? "" : (tracking?.greeting ?? "");
  return {
    kind: "voicemail",
    greeting: announcements.voicemail(business_name, greeting),
    longest: maxVoicemailSeconds,
  };
}

/** The next forward after an unanswered turn; undefined after the last. */
function nextTurn(call: CallRow, turn: number): NextStep | undefined {
  const to = call.dialed === "" && call.ended_at === null ? turnsOf(call)[turn + 1] : undefined;
  const isRecorded = call.recording_consent === 1;
  return to && { kind: "forward", to, rings: ringSeconds, turn: turn + 1, announcement: "", isRecorded };
}

/** The tracking number that was called; undefined for a main number. */
const calledNumber = async (db: Db, { dealer_id, to_number, source }: CallRow) =>
  source === "" ? undefined : trackingNumberOf(db, dealer_id, to_number);

/** For those who call a parked number: which one to call from now on; empty when there is none. */
async function newNumberAnnouncement(db: Db, { dealer_id, location_id }: CallRow): Promise<string> {
  const main = await senderNumber(db, dealer_id, location_id);
  return main ? announcements.newNumber(main) : "";
}

/** Rings the customer of a call whose member pressed the key. */
function ringCustomer(call: CallRow): NextStep {
  if (call.ended_at || call.dialed !== "") return hangUp();
  const isRecorded = call.recording_consent === 1;
  return { kind: "connect", to: call.to_number, shown: call.from_number, rings: customerRingSeconds, isRecorded };
}

/** What a called customer hears first: that the call is recorded. */
async function customerAnnouncement({ db }: UnitOfWork, call: CallRow): Promise<string> {
  if (call.recording_consent !== 1) return "";
  return announcements.callOf((await voiceSettingsOf(db, call)).business_name);
}

/** The announcement for the person who picks up: who is calling or called, and whether the call is recorded. */
async function pickUpAnnouncement({ db }: UnitOfWork, call: CallRow): Promise<string> {
  const { business_name, title } = await voiceSettingsOf(db, call);
  const customer = call.customer_id === null ? undefined : await customerById(db, call, call.customer_id);
  const caller = customer ? `${customer.first_name} ${customer.last_name}`.trim() : "";
  const isRecorded = call.recording_consent === 1;
  if (call.direction === "outgoing") return announcements.ownCall({ customer: caller, to: call.to_number, isRecorded });
  return announcements.question({
    business: business_name,
    location: title,
    caller,
    from: call.from_number,
    source: call.source,
    whisper: (await calledNumber(db, call))?.whisper ?? "",
    isRecorded,
  });
}
