import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { recordAnsweredCall, recordReceived } from "#domains/inbox/server/chatStateStore.ts";
import { insertInbound, updateMessageText } from "#domains/inbox/server/messageStore.ts";
import { notifyMessage } from "#domains/notifications/server/public.ts";

/** A call's message in its chat. */
export interface CallMessage {
  readonly dealer_id: number;
  readonly location_id: number;
  readonly chat_id: number;
  /** The carrier's id of the call. */
  readonly sid: string;
  /** The phone that called, when it isn't the customer's own. */
  readonly phone: string | null;
  readonly text: string;
  /** The customer reached nobody: the chat becomes unread and unreplied, as after a text. */
  readonly leavesWaiting: boolean;
}

/** Adds a call's message to its chat; the caller must hold the chat's lock (`lockChat`). */
export async function addCallMessage(unit: UnitOfWork, call: CallMessage): Promise<number> {
  const { dealer_id, chat_id, sid: provider_sid, phone, text: message } = call;
  const datetime = unit.now();
  const row = { chat_id, phone, provider_sid, message, message_type: "voice" as const, media_count: 0 };
  const [message_id] = await insertInbound(unit.db, dealer_id, datetime, [row]);
  if (message_id === undefined) throw new Error(`The call ${provider_sid} is in its chat already`);
  await updateChatRow(unit, call, datetime, false);
  publish(unit, call, message_id, call.leavesWaiting ? "received" : "state");
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
export async function updateCallMessage(unit: UnitOfWork, call: CallMessage, update: CallMessageUpdate): Promise<void> {
  const { message_id, isNews, hasWaited } = update;
  const exists = await updateMessageText(unit.db, call.dealer_id, message_id, call.text);
  if (!exists) return;
  if (isNews) await updateChatRow(unit, call, unit.now(), hasWaited);
  publish(unit, call, message_id, isNews && call.leavesWaiting ? "received" : "state");
  if (isNews && call.leavesWaiting) notifyMessage(unit, { ...call, message_id });
}

async function updateChatRow({ db }: UnitOfWork, call: CallMessage, at: Date, isAgain: boolean): Promise<void> {
  const { dealer_id, chat_id, text, leavesWaiting } = call;
  if (leavesWaiting) await recordReceived(db, dealer_id, [{ chat_id, new_message: text }], at, isAgain);
  else await recordAnsweredCall(db, dealer_id, chat_id, text, at);
}

function publish(unit: UnitOfWork, call: CallMessage, message_id: number, what: "received" | "state"): void {
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
