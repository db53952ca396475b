import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { customerById } from "#domains/customers/server/public.ts";
import { senderNumber, trackingNumberOf } from "#domains/locations/server/public.ts";
import type { NextStep } from "#ports/voice/voice.ts";
import { announcements, customerRingSeconds, maxVoicemailSeconds, ringSeconds } from "../rules.ts";
import type { CallRow } from "./callStore.ts";
import { voiceSettingsOf } from "./settingsStore.ts";

export const hangUp = (words = ""): NextStep => ({ kind: "hang up", words });

/** What the carrier does next with a call: forward it, record a voicemail, or hang up. */
export async function nextStep({ db }: UnitOfWork, call: CallRow): Promise<NextStep> {
  if (call.ended_at || call.state === "answered") return hangUp();
  if (call.direction === "outgoing") return hangUp(announcements.noAnswer);
  const { business_name } = await voiceSettingsOf(db, call);
  if (call.dialed === "") {
    const isRecorded = call.recording_consent === 1;
    const announcement = [
      isRecorded ? announcements.recorded(business_name) : "",
      await newNumberAnnouncement(db, call),
    ]
      .filter(Boolean)
      .join(" ");
    return { kind: "forward", to: call.forwarded_to, rings: ringSeconds, announcement, isRecorded };
  }
  if (call.chat_id === null) return hangUp(announcements.withheld(business_name));
  return { kind: "voicemail", greeting: announcements.greeting(business_name), longest: maxVoicemailSeconds };
}

/** Tells those who call a parked number which one to call from now on; empty for all others. */
async function newNumberAnnouncement(db: Db, { dealer_id, location_id, to_number, source }: CallRow): Promise<string> {
  if (source === "") return "";
  const tracking = await trackingNumberOf(db, dealer_id, to_number);
  const main = tracking?.state === "parked" ? await senderNumber(db, dealer_id, location_id) : undefined;
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
    isRecorded,
  });
}
