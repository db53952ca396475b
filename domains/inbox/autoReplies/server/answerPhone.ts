import type { LocationKey } from "#core/people.ts";
import { formatPhone } from "#core/phone.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { customerById, isOptedOut, isSuppressed, lockPhone } from "#domains/customers/server/public.ts";
import { storeAndSend } from "#domains/inbox/sending/server/sendMessage.ts";
import { messageByClientId } from "#domains/inbox/server/messageStore.ts";
import { phoneProblemFor } from "#domains/locations/countries/server/public.ts";
import { openingAt } from "#domains/locations/hours/rules.ts";
import { hoursOf } from "#domains/locations/hours/server/public.ts";
import { maySendMarketing } from "#domains/locations/registration/rules.ts";
import { textSender } from "#domains/locations/server/public.ts";
import { locateRecipient } from "#domains/marketing/rules/rules.ts";
import { quietHours } from "#domains/marketing/rules/server/public.ts";
import { type AnswerKind, answerTimeAt, isAnsweredLately, mayAnswerAt, type ReplyValues, typedName } from "../rules.ts";
import { answersTo, insertAnswer, isTeamPhone, senderNames } from "./store.ts";

/** Whom an automatic answer is for. */
export interface AskingPhone extends LocationKey {
  readonly kind: Exclude<AnswerKind, "website">;
  readonly customer_id: number;
  /** E.164 */
  readonly phone: string;
  readonly asked_at: Date;
  /** The same for each run of one job. */
  readonly reference: string;
}

/**
 * Whether a phone that asked may be answered automatically now. Asked before anything is locked, and again under the
 * locks of the chat and the phone.
 */
export async function mayAnswer({ db, now: clock }: UnitOfWork, asking: AskingPhone): Promise<boolean> {
  const { dealer_id, location_id, phone, customer_id, kind, asked_at, reference } = asking;
  const now = clock();
  const customer = await customerById(db, asking, customer_id);
  if (!customer || (await isSuppressed(db, dealer_id, phone)) || (await isOptedOut(db, dealer_id, customer_id)))
    return false;
  // Somebody who may have asked for no more texts gets none by itself.
  if (customer.consent_state === "asked") return false;
  if (await messageByClientId(db, dealer_id, reference)) return false;
  if ((await phoneProblemFor(db, dealer_id, phone)) || (await isTeamPhone(db, dealer_id, phone))) return false;
  const sender = await textSender(db, dealer_id, location_id);
  // Like reminders: carriers block what a number texts by itself before it is registered.
  if (!sender || !maySendMarketing(sender.registration)) return false;
  const phones = [phone, customer.phone, ...customer.other_phones.split(" ").filter(Boolean)];
  if (isAnsweredLately(await answersTo(db, dealer_id, phones, now), kind, now)) return false;
  const { time_zone } = await hoursOf(db, asking);
  const { zones, states } = locateRecipient({ time_zone: "", address: customer.address, phone }, time_zone);
  const area = { zones, states, isGuess: false };
  return mayAnswerAt(now, asked_at, { area, rules: await quietHours(db) });
}

/** An answer to a phone, in its chat, which the caller has locked. */
export interface PhoneAnswer extends AskingPhone {
  readonly chat_id: number;
  /** The phone when it isn't the customer's own. */
  readonly other_phone: string | null;
  readonly message: string;
}

/**
 * Texts somebody who asked, once: the text and its mark commit together. It answers nobody: the customer keeps waiting
 * for a person. @returns whether it was sent.
 */
export async function answerPhone(unit: UnitOfWork, answer: PhoneAnswer): Promise<boolean> {
  const { dealer_id, location_id, chat_id, customer_id, phone, other_phone, kind, message, reference } = answer;
  await lockPhone(unit.db, dealer_id, phone);
  if (!(await mayAnswer(unit, answer))) return false;
  const message_id = await storeAndSend(unit, {
    dealer_id,
    location_id,
    chat_id,
    customer_id,
    phone: other_phone,
    message,
    user_id: null,
    client_id: reference,
    purpose: "conversation",
    automatic: kind,
    isAutomatic: true,
  });
  await insertAnswer(unit.db, { dealer_id, phone, kind, message_id, sent_at: unit.now() });
  return true;
}

/** True when a form's visitor can't be texted automatically, because their phone was answered within 24 hours. */
export async function wasAnswered({ db, now }: UnitOfWork, dealer_id: number, phone: string): Promise<boolean> {
  return isAnsweredLately(await answersTo(db, dealer_id, [phone], now()), "website", now());
}

/** Notes that the website's automatic text went to a phone. */
export async function noteWebsiteAnswer(
  { db, now }: UnitOfWork,
  dealer_id: number,
  { phone, message_id }: { readonly phone: string; readonly message_id: number },
): Promise<void> {
  await insertAnswer(db, { dealer_id, phone, kind: "website", message_id, sent_at: now() });
}

/** What a location's hours say now, and the values of the variables that its automatic texts share. */
export async function answeringAt({ db, now }: UnitOfWork, location: LocationKey, first_name: string) {
  const place = await hoursOf(db, location);
  const names = await senderNames(db, location);
  const values: ReplyValues = {
    ...names,
    company_phone: formatPhone(names.company_phone),
    first_name: typedName(first_name),
    answer_time: answerTimeAt(place, now()),
  };
  return { opening: openingAt(place.hours, place.time_zone, now()), values };
}
