import type { Unit } from "#core/server/unit.ts";
import { customerById, isSuppressed } from "#domains/customers/server/public.ts";
import type { CallOutcome } from "#domains/inbox/contract.ts";
import { type CallLine, lockChat, noteCall, renoteCall, storeAndSend } from "#domains/inbox/server/public.ts";
import { isHeard, lineOf, mayText, outcomeOf, partOf, usualWords } from "../rules.ts";
import { type CallChange, type CallRow, lastTexted, updateCall } from "./callStore.ts";
import { fetchRecordingJob } from "./jobs.ts";
import { recordingsOf, updateRecording } from "./recordingStore.ts";
import { voiceOf } from "./settingsStore.ts";

/**
 * Saves what was told of a call, whose row is held, and does what follows from all that is known of it now: its line in
 * the chat, the sound that belongs there, the text to whoever called in vain. The same facts lead to the same end in
 * whatever order they come.
 */
export async function judgeCall(unit: Unit, before: CallRow, told: CallChange = {}): Promise<CallRow> {
  const call: CallRow = { ...before, ...told };
  const of = { dealer_id: call.dealer_id, call_id: call.id };
  const sounds = (await recordingsOf(unit.db, of)).filter(({ part }) => isHeard(partOf(part, call), call));
  const outcome = outcomeOf(call, sounds.length > 0);
  const change: CallChange = { ...told, state: outcome };
  if (outcome === "ringing" || call.chat_id === null) {
    await updateCall(unit.db, of, change);
    return { ...call, ...change };
  }
  const sound = call.recording_id === null ? sounds[0] : undefined;
  const heard = sound ? { recording_id: sound.id } : {};
  await lockChat(unit.db, call, call.chat_id);
  const line = await lineIn(unit, before, { ...call, chat_id: call.chat_id }, outcome, sound !== undefined);
  const texted = outcome !== "answered" && !hasWaited(before) ? await textBack(unit, call) : {};
  const changes = { ...change, ...line, ...heard, ...texted };
  await updateCall(unit.db, of, changes);
  if (sound) {
    await updateRecording(unit.db, call.dealer_id, sound.id, { state: "fetching" });
    unit.enqueue(fetchRecordingJob, { dealer_id: call.dealer_id, recording_id: sound.id });
  }
  return { ...call, ...changes };
}

/** The call's line in its chat: added, or changed when something about it is new. */
async function lineIn(
  unit: Unit,
  before: CallRow,
  call: CallRow & { chat_id: number },
  outcome: CallOutcome,
  isHeardNow: boolean,
): Promise<CallChange> {
  const { dealer_id, location_id, chat_id, sid } = call;
  const line: CallLine = {
    dealer_id,
    location_id,
    chat_id,
    sid,
    phone: await otherPhone(unit, call),
    words: lineOf[outcome],
    waits: outcome !== "answered",
  };
  if (call.message_id === null) return { message_id: await noteCall(unit, line) };
  const isNew = before.state !== outcome;
  if (isNew || isHeardNow || before.duration !== call.duration) {
    await renoteCall(unit, line, { message_id: call.message_id, isNews: isNew, hasWaited: hasWaited(before) });
  }
  return {};
}

/** The phone that called, when it isn't the customer's own: after a merge they have more than one. */
async function otherPhone({ db }: Unit, call: CallRow): Promise<string | null> {
  const customer = call.customer_id === null ? undefined : await customerById(db, call, call.customer_id);
  return customer?.phone === call.from_number ? null : call.from_number;
}

const hasWaited = ({ state }: CallRow) => state === "missed" || state === "voicemail";

/** Texts whoever called in vain, once for a call and at most once in a while. The chat's row is held. */
async function textBack(unit: Unit, call: CallRow): Promise<CallChange> {
  const { dealer_id, location_id, chat_id, customer_id } = call;
  if (call.texted_at || chat_id === null || customer_id === null) return {};
  const voice = await voiceOf(unit.db, call);
  const facts = {
    wanted: voice.missed_call_text === 1,
    suppressed: await isSuppressed(unit.db, dealer_id, call.from_number),
    last: await lastTexted(unit.db, dealer_id, chat_id),
    now: unit.now(),
  };
  if (!mayText(facts)) return {};
  const message = voice.missed_call_words || usualWords(voice.business_name);
  const nobody = { user_id: null, client_id: null, purpose: "conversation", isAutomatic: true } as const;
  const phone = await otherPhone(unit, call);
  await storeAndSend(unit, { dealer_id, location_id, chat_id, customer_id, phone, message, ...nobody });
  return { texted_at: facts.now };
}
