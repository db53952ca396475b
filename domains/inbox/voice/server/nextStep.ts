import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { customerById } from "#domains/customers/server/public.ts";
import { senderNumber, trackingNumberOf } from "#domains/locations/server/public.ts";
import type { NextStep } from "#ports/voice/voice.ts";
import { announcements, customerRingSeconds, maxVoicemailSeconds, ringSeconds, turnsOf } from "../rules.ts";
import type { CallRow } from "./callStore.ts";
import { voiceSettingsOf } from "./settingsStore.ts";

export const hangUp = (words = ""): NextStep => ({ kind: "hang up", words });

/** What the carrier does next with a call: forward it, record a voicemail, or hang up. */
export async function nextStep({ db }: UnitOfWork, call: CallRow): Promise<NextStep> {
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
  // Whoever heard it before the phones rang doesn't hear it again.
  const greeting = first ? "" : (tracking?.greeting ?? "");
  return {
    kind: "voicemail",
    greeting: announcements.voicemail(business_name, greeting),
    longest: maxVoicemailSeconds,
  };
}

/** The forward after a turn in which nobody took the call; undefined when that was the last. */
export function nextTurn(call: CallRow, turn: number): NextStep | undefined {
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
export function ringCustomer(call: CallRow): NextStep {
  if (call.ended_at || call.dialed !== "") return hangUp();
  const isRecorded = call.recording_consent === 1;
  return { kind: "connect", to: call.to_number, shown: call.from_number, rings: customerRingSeconds, isRecorded };
}

/** What a called customer hears first: that the call is recorded. */
export async function customerAnnouncement({ db }: UnitOfWork, call: CallRow): Promise<string> {
  if (call.recording_consent !== 1) return "";
  return announcements.callOf((await voiceSettingsOf(db, call)).business_name);
}

/** The announcement for the person who picks up: who is calling or called, and whether the call is recorded. */
export async function pickUpAnnouncement({ db }: UnitOfWork, call: CallRow): Promise<string> {
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
