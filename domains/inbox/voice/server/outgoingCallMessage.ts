import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { recordResponse } from "#domains/inbox/responses/server/public.ts";
import { markAnswered, recordSent } from "#domains/inbox/server/chatStateStore.ts";
import { insertOutbound, updateMessageText } from "#domains/inbox/server/messageStore.ts";
import type { CallMessage } from "./callMessage.ts";

/** The message of a call that a member made. */
export interface OutgoingCallMessage extends Omit<CallMessage, "leavesWaiting"> {
  readonly customer_id: number | null;
  readonly user_id: number | null;
  /** The two talked, which answers a customer who waited; a call that nobody took doesn't. */
  readonly isAnswered: boolean;
}

/** Adds the message of a member's call to its chat; the caller must hold the chat's lock (`lockChat`). */
export async function addOutgoingCallMessage(unit: UnitOfWork, call: OutgoingCallMessage): Promise<number> {
  const { dealer_id, location_id, chat_id, sid: provider_sid, phone, text, user_id, isAnswered } = call;
  const datetime = unit.now();
  const waiting_since = await recordSent(unit.db, dealer_id, chat_id, {
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
  publish(unit, call, message_id);
  return message_id;
}

/** Updates it after the outcome, length or recording changed. */
export async function updateOutgoingCallMessage(
  unit: UnitOfWork,
  call: OutgoingCallMessage,
  { message_id, isNews }: { readonly message_id: number; readonly isNews: boolean },
): Promise<void> {
  const exists = await updateMessageText(unit.db, call.dealer_id, message_id, call.text);
  if (!exists) return;
  if (isNews && call.isAnswered) await markAnswered(unit.db, call.dealer_id, call.chat_id);
  publish(unit, call, message_id);
}

function publish(unit: UnitOfWork, call: OutgoingCallMessage, message_id: number): void {
  const { dealer_id, location_id, chat_id: target_id } = call;
  const scope = { dealer_id, location_id };
  unit.publish(inboxEvents.messageOpen, { message_id, target_id, what: "sent" }, scope);
  // `messageOpen` with "sent" doesn't refresh the list's row elsewhere.
  unit.publish(inboxEvents.chatChanged, { target_id }, scope);
}
