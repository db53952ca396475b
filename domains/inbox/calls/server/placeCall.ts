import { randomUUID } from "node:crypto";
import type { BodyOf } from "#core/call.ts";
import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import { formatPhone, toE164 } from "#core/phone.ts";
import { CallResult, type ContextOf } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { customerById } from "#domains/customers/server/public.ts";
import { chatWith } from "#domains/inbox/server/chatStore.ts";
import type { ChatOpened } from "#domains/inbox/server/openChat.ts";
import { assertReachable, phoneProblemFor } from "#domains/locations/countries/server/public.ts";
import { senderNumber } from "#domains/locations/server/public.ts";
import { deadlineIn } from "#ports/deadline.ts";
import type { OutgoingCall, PlaceResult } from "#ports/voice/voice.ts";
import type { voice } from "../contract.ts";
import { memberPhoneProblem, placeRefusals, placeTexts, ringSeconds, settleAfterSeconds } from "../rules.ts";
import { applyCallUpdate } from "./applyCallUpdate.ts";
import { insertOutgoingCall, isPlacing, lockCall, updateCall } from "./callStore.ts";
import { settleCallJob } from "./jobs.ts";
import { ownNumbers, ownPhoneOf, saveOwnPhone, voiceSettingsOf } from "./settingsStore.ts";

type PlaceContext = ContextOf<typeof voice.placeCall>;

/** A stored call that the carrier doesn't know yet. */
interface IntendedCall {
  readonly id: number;
  readonly chat_id: number;
  readonly request: OutgoingCall;
  /** The customer's name, or else their phone. */
  readonly customer: string;
}

/**
 * Calls a customer, intent first: stores the call, asks the carrier once, and stores its answer. After an unclear answer
 * the phone may still ring, so nothing is repeated; what doesn't ring is settled as never placed.
 */
export async function placeCall(context: PlaceContext, body: BodyOf<typeof voice.placeCall>, opened: ChatOpened) {
  const { within, scope, origin, ports } = context;
  const leaveBy = deadlineIn(ports.clock);
  const call = await within(scope, origin, (unit) => storeIntent(unit, context, body, opened));
  const result = await ports.voice.placeCall(call.request, leaveBy);
  await within(scope, origin, (unit) => storeAnswer(unit, context, call, result));
  if (result.kind === "refused") {
    context.log.warn({ call: call.id, why: result.why }, "the carrier refused a call");
    if (result.class === "phone") throw invalidField("phone", placeRefusals.phone);
    throw new Failure("conflict", placeRefusals[result.class]);
  }
  const { id, chat_id, request, customer } = call;
  const text = result.kind === "placed" ? placeTexts.placed : placeTexts.unclear;
  const answer = { id, chat_id, phone: request.member };
  return new CallResult(
    text(formatPhone(request.member), customer),
    answer,
    result.kind === "placed" ? "success" : "info",
  );
}

async function storeIntent(
  unit: UnitOfWork,
  { scope, who }: PlaceContext,
  { customer_id, phone }: BodyOf<typeof voice.placeCall>,
  opened: ChatOpened,
): Promise<IntendedCall> {
  const { db } = unit;
  const { dealer_id, location_id } = scope;
  const { user_id } = who;
  const customer = orNotFound(await customerById(db, scope, customer_id));
  const from = await senderNumber(db, dealer_id, location_id);
  if (!from) throw new Failure("conflict", placeRefusals.noNumber);
  const own = await ownNumbers(db, dealer_id);
  if (own.includes(customer.phone)) throw new Failure("conflict", placeRefusals.own);
  const unreachable = await phoneProblemFor(db, dealer_id, customer.phone);
  if (unreachable) throw new Failure("conflict", unreachable);
  const typed = toE164(phone) ?? "";
  const member = typed || ((await ownPhoneOf(db, { dealer_id, user_id }))?.phone ?? "");
  const problem = memberPhoneProblem({ member, customer: customer.phone, own });
  if (problem) throw invalidField("phone", problem);
  await assertReachable(db, dealer_id, "phone", member);
  const started_at = unit.now();
  if (await isPlacing(db, { dealer_id, user_id }, new Date(started_at.getTime() - settleAfterSeconds * 1000)))
    throw new Failure("conflict", placeRefusals.busy);
  if (typed) await saveOwnPhone(db, { dealer_id, user_id }, typed);
  const chat_id = await chatWith(db, dealer_id, location_id, customer.id);
  await opened(unit, scope, { chat_id, phone: customer.phone });
  const { recording_consent } = await voiceSettingsOf(db, scope);
  const request = { reference: randomUUID(), from, to: customer.phone, member, rings: ringSeconds };
  const row = { dealer_id, location_id, chat_id, customer_id: customer.id, user_id, recording_consent, started_at };
  const id = await insertOutgoingCall(db, {
    ...row,
    sid: request.reference,
    from_number: from,
    to_number: customer.phone,
    forwarded_to: member,
  });
  unit.enqueue(settleCallJob, { dealer_id, call_id: id }, { delaySeconds: settleAfterSeconds });
  await unit.audit({ action: "called", subject: "customer", subject_id: customer.id });
  const name = `${customer.first_name} ${customer.last_name}`.trim() || formatPhone(customer.phone);
  return { id, chat_id, request, customer: name };
}

async function storeAnswer(
  unit: UnitOfWork,
  { scope }: PlaceContext,
  { id: call_id }: IntendedCall,
  result: PlaceResult,
): Promise<void> {
  const key = { dealer_id: scope.dealer_id, call_id };
  if (result.kind === "placed") return updateCall(unit.db, key, { carrier_sid: result.sid });
  if (result.kind === "lost") return;
  const call = await lockCall(unit.db, key);
  if (call) await applyCallUpdate(unit, call, { dialed: "unanswered", ended_at: unit.now() });
}
