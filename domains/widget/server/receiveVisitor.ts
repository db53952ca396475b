import { randomInt } from "node:crypto";
import type { LocationKey } from "#core/people.ts";
import { parsePhone } from "#core/phone.ts";
import { hashToken } from "#core/server/token.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { isOptedOut, isSuppressed, lockPhone, recordConsent } from "#domains/customers/server/public.ts";
import { noteWebsiteAnswer, wasAnswered } from "#domains/inbox/autoReplies/server/public.ts";
import { openFromWebsite, receiveFromWebsite } from "#domains/inbox/conversation/server/public.ts";
import { storeAndSend } from "#domains/inbox/sending/server/public.ts";
import { assertReachable } from "#domains/locations/countries/server/public.ts";
import type { VisitorMessage } from "../contract.ts";
import { codeHours, widgetTexts } from "../rules.ts";
import { campaignOf, pageOf } from "./pageOf.ts";
import { hashOfCode, saveCode, visitorToken } from "./sessionStore.ts";
import { insertSubmission } from "./store.ts";

/** In whose name the phone is texted, and the key of its code. */
interface Sender {
  readonly business: string;
  readonly secret: string;
}

/** From where a visitor wrote, as their browser says. */
export interface Visit {
  /** The form's id, the same when it is sent twice. */
  readonly reference: string;
  /** The page's address and where its visitor came from, with everything in them. */
  readonly page: string;
  readonly referrer: string;
  readonly ip: string;
  readonly agent: string;
}

/**
 * Puts a visitor's message into the inbox, records what they agreed to with its proof, and texts the phone once in 24 hours
 * at most: it may be a stranger's.
 */
export async function receiveVisitor(
  unit: UnitOfWork,
  scope: LocationKey,
  { business, secret }: Sender,
  message: VisitorMessage,
  visit: Visit,
): Promise<void> {
  const { dealer_id, location_id } = scope;
  const phone = parsePhone(message.phone);
  if (phone === undefined) throw new Error("The phone was checked before");
  await assertReachable(unit.db, dealer_id, "phone", phone);
  const page = pageOf(visit.page);
  const { name, marketing } = message;
  const { reference } = visit;
  const received = await receiveFromWebsite(unit, scope, { phone, name, message: message.message, page, reference });
  if (!received) return;
  await lockPhone(unit.db, dealer_id, phone);
  const at = unit.now();
  const mayText = await mayTextTyped(unit, dealer_id, { phone, customer_id: received.customer_id });
  const evidence = evidenceOf([page && `Page: ${page}`], visit);
  const said = { dealer_id, phone, source: "widget", evidence } as const;
  const disclosure = widgetTexts.disclosure(business);
  await recordConsent(unit, { ...said, event: "granted", scope: "conversation", words: disclosure });
  if (marketing) await recordConsent(unit, { ...said, event: "requested", words: widgetTexts.marketing(business) });
  const { chat_id, customer_id, message_id } = received;
  const key = { ...scope, chat_id, customer_id, message_id };
  const origin = { page, referrer: pageOf(visit.referrer), campaign: campaignOf(visit.page) };
  const { ip, agent } = visit;
  const is_texted = mayText ? 1 : 0;
  const session_hash = hashToken(visitorToken(secret, reference));
  await insertSubmission(unit.db, {
    kind: "message",
    ...key,
    ...origin,
    phone,
    name,
    marketing,
    ip,
    agent,
    is_texted,
    at,
    session_hash,
  });
  if (!mayText) return;
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const expires_at = new Date(at.getTime() + codeHours * 3_600_000);
  await saveCode(unit.db, { dealer_id, phone, code_hash: hashOfCode(secret, dealer_id, phone, code), expires_at }, at);
  const text_id = await storeAndSend(unit, {
    dealer_id,
    location_id,
    chat_id,
    customer_id,
    phone: received.phone,
    message: widgetTexts.automatic(business, code, marketing === 1),
    user_id: null,
    client_id: null,
    // Not an answer to a keyword: an opt-out that comes before it leaves still stops it.
    purpose: "conversation",
    automatic: "website",
    isAutomatic: true,
  });
  await noteWebsiteAnswer(unit, dealer_id, { phone, message_id: text_id });
}

/** What people sign up for on a page of the business: its words as they were shown, and the text that asks to confirm. */
export interface SignUpProgram {
  readonly words: string;
  /** Names the edition of the words. */
  readonly version: string;
  readonly confirmation: string;
}

export interface VisitorSignUp {
  /** E.164. */
  readonly phone: string;
  readonly first_name: string;
  readonly last_name: string;
}

/**
 * Records that someone asked for a business's texts, with what was shown to them, and texts the phone to confirm, once in 24
 * hours at most: it may be a stranger's. It counts once the phone says YES.
 */
export async function receiveSignUp(
  unit: UnitOfWork,
  scope: LocationKey,
  secret: string,
  { words, version, confirmation }: SignUpProgram,
  person: VisitorSignUp,
  visit: Visit,
): Promise<void> {
  const { dealer_id } = scope;
  const { phone } = person;
  await assertReachable(unit.db, dealer_id, "phone", phone);
  const { chat_id, customer_id, phone: otherPhone } = await openFromWebsite(unit, scope, person);
  await lockPhone(unit.db, dealer_id, phone);
  const mayText = await mayTextTyped(unit, dealer_id, { phone, customer_id });
  const name = `${person.first_name} ${person.last_name}`.trim();
  const { page, ip, agent } = visit;
  const isFirst = await insertSubmission(unit.db, {
    ...scope,
    kind: "sign_up",
    chat_id,
    customer_id,
    message_id: null,
    phone,
    name,
    page,
    referrer: pageOf(visit.referrer),
    campaign: {},
    marketing: 1,
    ip,
    agent,
    is_texted: mayText ? 1 : 0,
    at: unit.now(),
    session_hash: hashToken(visitorToken(secret, visit.reference)),
  });
  if (!isFirst) return;
  const evidence = evidenceOf([`Form: ${page}`, `Edition: ${version}`, `Name: ${name}`], visit);
  await recordConsent(unit, { dealer_id, phone, event: "requested", source: "form", words, evidence });
  if (!mayText) return;
  const message_id = await storeAndSend(unit, {
    ...scope,
    chat_id,
    customer_id,
    phone: otherPhone,
    message: confirmation,
    user_id: null,
    client_id: null,
    purpose: "conversation",
    automatic: "website",
    isAutomatic: true,
  });
  await noteWebsiteAnswer(unit, dealer_id, { phone, message_id });
}

/** Whether a phone that someone typed may be texted: it isn't opted out, and got no automatic answer within 24 hours. */
async function mayTextTyped(
  unit: UnitOfWork,
  dealer_id: number,
  { phone, customer_id }: { readonly phone: string; readonly customer_id: number },
): Promise<boolean> {
  const { db } = unit;
  if ((await isSuppressed(db, dealer_id, phone)) || (await isOptedOut(db, dealer_id, customer_id))) return false;
  return !(await wasAnswered(unit, dealer_id, phone));
}

/** How we know what a visitor agreed to, a fact in each line. */
const evidenceOf = (facts: readonly string[], { ip, agent }: Visit) =>
  [...facts, `Address: ${ip}`, agent && `Browser: ${agent}`].filter(Boolean).join("\n");
