import type { CarrierStatus } from "#core/carrierStatus.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { recordConsent } from "#domains/customers/server/public.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { lockMessage, type MessageChange, updateMessage } from "#domains/inbox/server/messageStore.ts";
import type { Refusal } from "#ports/sms/sms.ts";
import { isStatusAdvance, messageStateOf } from "../rules.ts";
import { insertReport, lockSend, type SendKey, updateSend } from "./sendStore.ts";

type LockedMessage = NonNullable<Awaited<ReturnType<typeof lockMessage>>>;

/** Saves a message's new state and publishes it to the browsers. */
export async function changeMessage(
  unit: UnitOfWork,
  dealer_id: number,
  message: LockedMessage,
  change: MessageChange,
) {
  await updateMessage(unit.db, dealer_id, message.id, change);
  const payload = { message_id: message.id, target_id: message.chat_id, what: "state" as const };
  unit.publish(inboxEvents.messageOpen, payload, { dealer_id, location_id: message.location_id });
}

/** The carrier's status of a send attempt, from its response, a callback or a lookup. */
export interface CarrierUpdate {
  readonly sid: string;
  readonly status: CarrierStatus;
  readonly refusal: Refusal | undefined;
}

/**
 * Applies a carrier status, in whatever order and however often it arrives: the state never goes back, and reports on an
 * earlier attempt don't affect a later one.
 */
export async function applyCarrierStatus(unit: UnitOfWork, key: SendKey, update: CarrierUpdate): Promise<void> {
  const message = await lockMessage(unit.db, key.dealer_id, key.message_id);
  const send = message && (await lockSend(unit.db, key));
  if (!message || !send) return;
  if (send.provider_sid && send.provider_sid !== update.sid) return;
  await insertReport(unit.db, key, update.status, update.refusal?.code ?? "");
  if (!isStatusAdvance(send.status, update.status)) return;
  await updateSend(unit.db, key, {
    state: "accepted",
    provider_sid: update.sid,
    status: update.status,
    error_code: update.refusal?.code ?? "",
    settled_at: unit.now(),
  });
  if (message.attempt === key.attempt) {
    await changeMessage(unit, key.dealer_id, message, {
      state: messageStateOf(update.status),
      error: update.refusal?.words ?? "",
    });
  }
  await recordCarrierOptOut(unit, key.dealer_id, update.refusal, send.to_number);
}

/** Marks a text as failed after the carrier refused it. */
export async function applyCarrierRefusal(unit: UnitOfWork, key: SendKey, refusal: Refusal): Promise<void> {
  const message = await lockMessage(unit.db, key.dealer_id, key.message_id);
  const send = message && (await lockSend(unit.db, key));
  if (!message || send?.state !== "intended") return;
  const change = { state: "refused", status: "failed", error_code: refusal.code, settled_at: unit.now() } as const;
  await updateSend(unit.db, key, change);
  await changeMessage(unit, key.dealer_id, message, { state: "failed", error: refusal.words });
  await recordCarrierOptOut(unit, key.dealer_id, refusal, send.to_number);
}

/** Records an opt-out that only the carrier knew of. */
async function recordCarrierOptOut(
  unit: UnitOfWork,
  dealer_id: number,
  refusal: Refusal | undefined,
  phone: string,
): Promise<void> {
  if (refusal?.class !== "opted_out") return;
  await recordConsent(unit, { dealer_id, phone, event: "revoked", source: "carrier", words: refusal.words });
}
