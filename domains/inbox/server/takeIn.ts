import type { Unit } from "#core/server/unit.ts";
import { recordConsent } from "#domains/customers/server/public.ts";
import type { CarrierStatus, Refusal } from "#ports/sms/sms.ts";
import { inboxEvents } from "../contract.ts";
import { movesOn, stateOf } from "../rules.ts";
import { lockMessage, type MessageChange, updateMessage } from "./messageStore.ts";
import { insertReport, lockSend, type SendKey, updateSend } from "./sendStore.ts";

type Message = NonNullable<Awaited<ReturnType<typeof lockMessage>>>;

/** Saves a message's new state and tells the browsers. */
export async function changeMessage(unit: Unit, dealer_id: number, message: Message, change: MessageChange) {
  await updateMessage(unit.db, dealer_id, message.id, change);
  const payload = { message_id: message.id, target_id: message.chat_id, what: "state" as const };
  unit.tell(inboxEvents.messageOpen, payload, { dealer_id, location_id: message.location_id });
}

/** What the carrier says of a hand-over, whether as its answer, as a callback, or when it is asked. */
export interface CarrierSays {
  readonly sid: string;
  readonly status: CarrierStatus;
  readonly refusal: Refusal | undefined;
}

/**
 * Takes in what the carrier says, in whatever order and however often it says it: the state never goes back, and an
 * earlier attempt's report leaves a later attempt alone.
 */
export async function takeIn(unit: Unit, key: SendKey, says: CarrierSays): Promise<void> {
  const message = await lockMessage(unit.db, key.dealer_id, key.message_id);
  const send = message && (await lockSend(unit.db, key));
  if (!message || !send) return;
  if (send.provider_sid && send.provider_sid !== says.sid) return;
  await insertReport(unit.db, key, says.status, says.refusal?.code ?? "");
  if (!movesOn(send.status, says.status)) return;
  await updateSend(unit.db, key, {
    state: "accepted",
    provider_sid: says.sid,
    status: says.status,
    error_code: says.refusal?.code ?? "",
    settled_at: unit.now(),
  });
  if (message.attempt === key.attempt) {
    await changeMessage(unit, key.dealer_id, message, {
      state: stateOf(says.status),
      error: says.refusal?.words ?? "",
    });
  }
  await learnFrom(unit, key.dealer_id, says.refusal, send.to_number);
}

/** The carrier did not take a text: it failed, and the reason is shown. */
export async function takeRefusal(unit: Unit, key: SendKey, refusal: Refusal): Promise<void> {
  const message = await lockMessage(unit.db, key.dealer_id, key.message_id);
  const send = message && (await lockSend(unit.db, key));
  if (!message || send?.state !== "intended") return;
  const change = { state: "refused", status: "failed", error_code: refusal.code, settled_at: unit.now() } as const;
  await updateSend(unit.db, key, change);
  await changeMessage(unit, key.dealer_id, message, { state: "failed", error: refusal.words });
  await learnFrom(unit, key.dealer_id, refusal, send.to_number);
}

/** A carrier that knows of an opt-out which we don't: our ledger follows. */
async function learnFrom(unit: Unit, dealer_id: number, refusal: Refusal | undefined, phone: string): Promise<void> {
  if (refusal?.class !== "opted_out") return;
  await recordConsent(unit, { dealer_id, phone, event: "revoked", source: "carrier", words: refusal.words });
}
