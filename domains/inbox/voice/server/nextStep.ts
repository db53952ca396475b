import type { Unit } from "#core/server/unit.ts";
import { customerById } from "#domains/customers/server/public.ts";
import type { NextStep } from "#ports/voice/voice.ts";
import { longestMessage, ringsFor, spoken } from "../rules.ts";
import type { CallRow } from "./callStore.ts";
import { voiceOf } from "./settingsStore.ts";

export const hangUp = (words = ""): NextStep => ({ kind: "hang up", words });

/** What the carrier does next with a call: forward it, record a voicemail, or hang up. */
export async function nextStep({ db }: Unit, call: CallRow): Promise<NextStep> {
  if (call.ended_at || call.state === "answered") return hangUp();
  const { business_name } = await voiceOf(db, call);
  if (call.dialed === "") {
    const isRecorded = call.recording_consent === 1;
    const announcement = isRecorded ? spoken.recorded(business_name) : "";
    return { kind: "forward", to: call.forwarded_to, rings: ringsFor, announcement, isRecorded };
  }
  if (call.chat_id === null) return hangUp(spoken.withheld(business_name));
  return { kind: "voicemail", greeting: spoken.greeting(business_name), longest: longestMessage };
}

/** The announcement for the person who picks up: who is calling, and whether the call is recorded. */
export async function questionOf({ db }: Unit, call: CallRow): Promise<string> {
  const { business_name, title } = await voiceOf(db, call);
  const customer = call.customer_id === null ? undefined : await customerById(db, call, call.customer_id);
  const caller = customer ? `${customer.first_name} ${customer.last_name}`.trim() : "";
  const isRecorded = call.recording_consent === 1;
  return spoken.question({ business: business_name, location: title, caller, from: call.from_number, isRecorded });
}
