import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { customerById, isSuppressed } from "#domains/customers/server/public.ts";
import type { CallOutcome } from "#domains/inbox/conversation/contract.ts";
import { storeAndSend } from "#domains/inbox/outbox/server/public.ts";
import { lockChat } from "#domains/inbox/server/chatStore.ts";
import { phoneProblemFor } from "#domains/locations/countries/server/public.ts";
import {
  belongsInChat,
  type CallState,
  callText,
  defaultMissedCallText,
  outcomeOf,
  outgoingCallText,
  recordingPart,
  shouldTextBack,
  textBackNow,
  textWithoutEndSeconds,
} from "../rules.ts";
import { addCallMessage, type CallMessage, updateCallMessage } from "./callMessage.ts";
import { type CallChange, type CallRow, lastTextedAt, otherPhoneOf, updateCall } from "./callStore.ts";
import { enqueueCallMail } from "./enqueueCallMail.ts";
import { fetchRecordingJob, textBackJob } from "./jobs.ts";
import { addOutgoingCallMessage, updateOutgoingCallMessage } from "./outgoingCallMessage.ts";
import { recordingsOf, updateRecording } from "./recordingStore.ts";
import { voiceSettingsOf } from "./settingsStore.ts";

/**
 * Saves new facts about a call whose row is locked, and derives the rest from all facts: its message in the chat, its
 * recording, and the text after a missed call. The result doesn't depend on the order of the facts.
 */
export async function applyCallUpdate(unit: UnitOfWork, before: CallRow, update: CallChange = {}): Promise<CallRow> {
  const call: CallRow = { ...before, ...update };
  const key = { dealer_id: call.dealer_id, call_id: call.id };
  const recordings = (await recordingsOf(unit.db, key)).filter(({ part }) =>
    belongsInChat(recordingPart(part, call), call),
  );
  const outcome = outcomeOf(call, recordings.length > 0);
  const change: CallChange = { ...update, state: outcome };
  if (before.state === "ringing" && outcome !== "ringing") await enqueueCallMail(unit, call);
  if (outcome === "ringing" || outcome === "unplaced" || call.chat_id === null) {
    await updateCall(unit.db, key, change);
    return { ...call, ...change };
  }
  const newRecording = call.recording_id === null ? recordings[0] : undefined;
  const recordingChange = newRecording ? { recording_id: newRecording.id } : {};
  await lockChat(unit.db, call, call.chat_id);
  const messageChange = await saveMessage(
    unit,
    before,
    { ...call, chat_id: call.chat_id },
    outcome,
    newRecording !== undefined,
  );
  const isMissed = outcome !== "answered" && call.direction === "incoming";
  const textChange =
    isMissed && isNewsOfWait(before, { ...call, state: outcome })
      ? await textBack(unit, { ...call, state: outcome })
      : {};
  const changes = { ...change, ...messageChange, ...recordingChange, ...textChange };
  await updateCall(unit.db, key, changes);
  if (newRecording) {
    await updateRecording(unit.db, call.dealer_id, newRecording.id, { state: "fetching" });
    unit.enqueue(fetchRecordingJob, { dealer_id: call.dealer_id, recording_id: newRecording.id });
  }
  return { ...call, ...changes };
}

/** Adds the call's message to its chat, or updates it when something changed. */
async function saveMessage(
  unit: UnitOfWork,
  before: CallRow,
  call: CallRow & { chat_id: number },
  outcome: CallOutcome,
  hasNewRecording: boolean,
): Promise<CallChange> {
  const { dealer_id, location_id, chat_id, customer_id, user_id, sid } = call;
  const phone = await secondaryPhone(unit, call);
  const key = { dealer_id, location_id, chat_id, sid, phone };
  if (call.direction === "outgoing") {
    const isAnswered = outcome === "answered";
    const made = {
      ...key,
      customer_id,
      user_id,
      isAnswered,
      text: outgoingCallText[isAnswered ? "answered" : "missed"],
    };
    if (call.message_id === null) return { message_id: await addOutgoingCallMessage(unit, made) };
    const isNews = before.state !== outcome;
    if (isNews || hasNewRecording || before.duration !== call.duration)
      await updateOutgoingCallMessage(unit, made, { message_id: call.message_id, isNews });
    return {};
  }
  const message: CallMessage = { ...key, text: callText[outcome], leavesWaiting: outcome !== "answered" };
  if (call.message_id === null) return { message_id: await addCallMessage(unit, message) };
  const isNew = before.state !== outcome;
  if (isNew || hasNewRecording || before.duration !== call.duration) {
    await updateCallMessage(unit, message, {
      message_id: call.message_id,
      isNews: isNew,
      hasWaited: hasWaited(before),
    });
  }
  return {};
}

/** The customer's phone in the call, when it isn't the customer's primary one: after a merge a customer has several. */
async function secondaryPhone({ db }: UnitOfWork, call: CallRow): Promise<string | null> {
  const customer = call.customer_id === null ? undefined : await customerById(db, call, call.customer_id);
  const phone = otherPhoneOf(call);
  return customer?.phone === phone ? null : phone;
}

const hasWaited = ({ state }: CallRow) => state === "missed" || state === "voicemail";

/** Whether a report says something new about who is to be texted: that they waited, left a message, or are gone. */
function isNewsOfWait(before: CallRow, call: CallRow): boolean {
  return !hasWaited(before) || before.state !== call.state || (before.ended_at === null && call.ended_at !== null);
}

/**
 * Texts a missed caller, once per call and at most once in `quietMinutes`, but nobody who hung up at once. While that
 * isn't known, it waits for the call's end. The caller must hold the chat's lock.
 */
export async function textBack(unit: UnitOfWork, call: CallRow): Promise<CallChange> {
  const { dealer_id, location_id, chat_id, customer_id } = call;
  if (call.texted_at || call.spam === 1 || chat_id === null || customer_id === null) return {};
  const when = textBackNow(call as CallRow & { state: CallState }, unit.now());
  if (when === "wait")
    unit.enqueue(textBackJob, { dealer_id, call_id: call.id }, { delaySeconds: textWithoutEndSeconds });
  if (when !== "yes") return {};
  const voice = await voiceSettingsOf(unit.db, call);
  const facts = {
    wanted: voice.missed_call_text === 1,
    suppressed:
      (await isSuppressed(unit.db, dealer_id, call.from_number)) ||
      (await phoneProblemFor(unit.db, dealer_id, call.from_number)) !== undefined,
    last: await lastTextedAt(unit.db, dealer_id, chat_id),
    now: unit.now(),
  };
  if (!shouldTextBack(facts)) return {};
  const message = voice.missed_call_words || defaultMissedCallText(voice.business_name);
  const automatic = {
    user_id: null,
    client_id: null,
    purpose: "conversation",
    automatic: "missed_call",
    isAutomatic: true,
  } as const;
  const phone = await secondaryPhone(unit, call);
  await storeAndSend(unit, { dealer_id, location_id, chat_id, customer_id, phone, message, ...automatic });
  return { texted_at: facts.now };
}
