import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { customerById, isSuppressed } from "#domains/customers/server/public.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import type { CallOutcome } from "#domains/inbox/conversation/contract.ts";
import { storeAndSend } from "#domains/inbox/sending/server/sendMessage.ts";
import { markAnswered, recordAnsweredCall, recordReceived, recordSent } from "#domains/inbox/server/chatStateStore.ts";
import { lockChat } from "#domains/inbox/server/chatStore.ts";
import { inboxFacts } from "#domains/inbox/server/facts.ts";
import { insertInbound, insertOutbound, updateMessageText } from "#domains/inbox/server/messageStore.ts";
import { recordResponse } from "#domains/inbox/server/responses.ts";
import { phoneProblemFor } from "#domains/locations/countries/server/public.ts";
import { notifyMessage } from "#domains/notifications/server/public.ts";
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
import { enqueueCallMail } from "./callMail.ts";
import {
  type CallChange,
  type CallRow,
  lastTextedAt,
  otherPhoneOf,
  recordingsOf,
  updateCall,
  updateRecording,
} from "./callStore.ts";
import { fetchRecordingJob, textBackJob } from "./jobs.ts";
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
  if (before.state === "ringing" && outcome !== "ringing" && isFromCustomer(call)) {
    const { dealer_id, location_id, id: call_id } = call;
    unit.announce(inboxFacts.callEnded, { dealer_id, location_id, call_id });
    if (outcome === "missed" || outcome === "voicemail")
      unit.announce(inboxFacts.callMissed, { dealer_id, location_id, call_id });
  }
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

const isFromCustomer = ({ direction, spam }: CallRow) => direction === "incoming" && spam === 0;

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

/** Whether a report changes who is texted: the caller waited, left a message, or hung up. */
function isNewsOfWait(before: CallRow, call: CallRow): boolean {
  return !hasWaited(before) || before.state !== call.state || (before.ended_at === null && call.ended_at !== null);
}

/**
 * Texts a missed caller, once per call and at most once in `quietMinutes`, but not one who hung up within seconds.
 * Until that is known, it waits for the call's end. The caller must hold the chat's lock.
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

/** A call's message in its chat. */
interface CallMessage {
  readonly dealer_id: number;
  readonly location_id: number;
  readonly chat_id: number;
  /** The carrier's id of the call. */
  readonly sid: string;
  /** The phone that called, when it isn't the customer's own. */
  readonly phone: string | null;
  readonly text: string;
  /** The call was missed: the chat becomes unread and unreplied, as after a text. */
  readonly leavesWaiting: boolean;
}

/** Adds a call's message to its chat; the caller must hold the chat's lock (`lockChat`). */
async function addCallMessage(unit: UnitOfWork, call: CallMessage): Promise<number> {
  const { dealer_id, chat_id, sid: provider_sid, phone, text: message } = call;
  const datetime = unit.now();
  const row = { chat_id, phone, provider_sid, message, message_type: "voice" as const, media_count: 0 };
  const [message_id] = await insertInbound(unit.db, dealer_id, datetime, [row]);
  if (message_id === undefined) throw new Error(`The call ${provider_sid} is in its chat already`);
  await updateChatRow(unit, call, datetime, false);
  publishMessage(unit, call, message_id, call.leavesWaiting ? "received" : "state");
  if (call.leavesWaiting) notifyMessage(unit, { ...call, message_id });
  return message_id;
}

interface CallMessageUpdate {
  readonly message_id: number;
  /** The outcome changed, so the chat moves to the top again. */
  readonly isNews: boolean;
  /** The previous outcome already left the customer waiting, so the call counts as unread only once. */
  readonly hasWaited: boolean;
}

/** Updates a call's message after its outcome, length or recording changed. */
async function updateCallMessage(unit: UnitOfWork, call: CallMessage, update: CallMessageUpdate): Promise<void> {
  const { message_id, isNews, hasWaited } = update;
  const exists = await updateMessageText(unit.db, call.dealer_id, message_id, call.text);
  if (!exists) return;
  if (isNews) await updateChatRow(unit, call, unit.now(), hasWaited);
  publishMessage(unit, call, message_id, isNews && call.leavesWaiting ? "received" : "state");
  if (isNews && call.leavesWaiting) notifyMessage(unit, { ...call, message_id });
}

async function updateChatRow({ db }: UnitOfWork, call: CallMessage, at: Date, isAgain: boolean): Promise<void> {
  const { dealer_id, chat_id, text, leavesWaiting } = call;
  if (leavesWaiting) await recordReceived(db, dealer_id, [{ chat_id, new_message: text }], at, isAgain);
  else await recordAnsweredCall(db, dealer_id, chat_id, text, at);
}

function publishMessage(unit: UnitOfWork, call: CallMessage, message_id: number, what: "received" | "state"): void {
  const { dealer_id, location_id, chat_id: target_id } = call;
  const scope = { dealer_id, location_id };
  unit.publish(inboxEvents.messageOpen, { message_id, target_id, what }, scope);
  // `messageOpen` with "state" doesn't refresh the list's row.
  if (what === "state") unit.publish(inboxEvents.chatChanged, { target_id }, scope);
}

/** Makes browsers reload a call's message after its recording changed. */
export function publishCallMessage(
  unit: UnitOfWork,
  call: Pick<CallMessage, "dealer_id" | "location_id" | "chat_id">,
  message_id: number,
) {
  const { dealer_id, location_id, chat_id: target_id } = call;
  unit.publish(inboxEvents.messageOpen, { message_id, target_id, what: "state" }, { dealer_id, location_id });
}

/** The message of a call that a member made. */
export interface OutgoingCallMessage extends Omit<CallMessage, "leavesWaiting"> {
  readonly customer_id: number | null;
  readonly user_id: number | null;
  /** The two talked, which counts as a reply; an unanswered call doesn't. */
  readonly isAnswered: boolean;
}

/** Adds the message of a member's call to its chat; the caller must hold the chat's lock (`lockChat`). */
async function addOutgoingCallMessage(unit: UnitOfWork, call: OutgoingCallMessage): Promise<number> {
  const { dealer_id, location_id, chat_id, sid: provider_sid, phone, text, user_id, isAnswered } = call;
  const datetime = unit.now();
  const { waited_since: waiting_since } = await recordSent(unit.db, dealer_id, chat_id, {
    new_message: text,
    at: datetime,
    isReply: isAnswered,
  });
  const message_id = await insertOutbound(unit.db, {
    dealer_id,
    chat_id,
    phone,
    message: text,
    user_id,
    client_id: null,
    purpose: "conversation",
    media_count: 0,
    datetime,
    message_type: "voice",
    provider_sid,
    state: "sent",
  });
  if (waiting_since && user_id !== null)
    await recordResponse(unit.db, { dealer_id, location_id, chat_id, message_id, user_id, waiting_since, datetime });
  publishOutgoing(unit, call, message_id);
  return message_id;
}

/** Updates it after the outcome, length or recording changed. */
async function updateOutgoingCallMessage(
  unit: UnitOfWork,
  call: OutgoingCallMessage,
  { message_id, isNews }: { readonly message_id: number; readonly isNews: boolean },
): Promise<void> {
  const exists = await updateMessageText(unit.db, call.dealer_id, message_id, call.text);
  if (!exists) return;
  if (isNews && call.isAnswered) await markAnswered(unit.db, call.dealer_id, call.chat_id);
  publishOutgoing(unit, call, message_id);
}

function publishOutgoing(unit: UnitOfWork, call: OutgoingCallMessage, message_id: number): void {
  const { dealer_id, location_id, chat_id: target_id } = call;
  const scope = { dealer_id, location_id };
  unit.publish(inboxEvents.messageOpen, { message_id, target_id, what: "sent" }, scope);
  // `messageOpen` with "sent" doesn't refresh the list's row elsewhere.
  unit.publish(inboxEvents.chatChanged, { target_id }, scope);
}
