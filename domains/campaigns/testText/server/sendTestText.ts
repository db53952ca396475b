import type { BodyOf } from "#core/call.ts";
import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import { parsePhone } from "#core/phone.ts";
import { sendUnlessRepeated } from "#core/server/sendUnlessRepeated.ts";
import type { ContextOf } from "#core/server/serve.ts";
import { signedFileUrlUntil } from "#core/server/signedFileUrl.ts";
import { segmentsOf } from "#core/smsCounter.ts";
import { suppressedPhones } from "#domains/customers/server/public.ts";
import { assertReachable } from "#domains/locations/countries/server/public.ts";
import { senderNumber } from "#domains/locations/server/public.ts";
import { textFor } from "#domains/marketing/content/rules.ts";
import { takeFromQuota } from "#domains/quotas/server/public.ts";
import { deadlineIn } from "#ports/deadline.ts";
import type { SendResult } from "#ports/sms/sms.ts";
import { companyValues, valuesFor } from "../../audience/server/public.ts";
import { pictureByKey } from "../../pictures/server/public.ts";
import { testTextReference } from "../../rules.ts";
import { testTextLimits, type testTexts } from "../contract.ts";
import { insertTestText, nameOf, templatePicture, updateTestText } from "./store.ts";

type TestContext = ContextOf<typeof testTexts.send>;
type TestBody = BodyOf<typeof testTexts.send>;

/** How long the carrier may fetch the picture, in milliseconds. */
const pictureLifetimeMs = 3_600_000;

/** Texts one phone what a campaign's recipients would get, with the sender's own name. */
export async function sendTestText(context: TestContext, body: TestBody): Promise<{ segments: number }> {
  const { scope, limits, who } = context;
  const { dealer_id, location_id } = scope;
  const same = { user: who.user_id, dealer_id, location_id, ...body };
  return sendUnlessRepeated(limits, "the same test text", same, () => textPhone(context, body));
}

async function textPhone(context: TestContext, body: TestBody): Promise<{ segments: number }> {
  const { within, scope, origin, limits, who, ports } = context;
  // Only what could be sent counts.
  await within(scope, origin, (unit) => checkText(context, unit, body));
  await limits.consume("test texts of a minute", `user:${who.user_id}`, testTextLimits.minute, 60);
  await limits.consume("test texts of a day", `user:${who.user_id}`, testTextLimits.day, 86_400);
  const leaveBy = deadlineIn(ports.clock);
  const { id, text } = await within(scope, origin, (unit) => intend(context, unit, body));
  const reference = testTextReference(scope.dealer_id, id);
  const result = await ports.sms.send({ ...text, reference }, leaveBy);
  await within(scope, origin, ({ db }) => updateTestText(db, scope.dealer_id, id, toRow(result)));
  if (result.kind === "refused") throw invalidField("phone_no", result.refusal.words);
  if (result.kind === "busy") throw new Failure("conflict", "The carrier is busy. Try again in a minute.");
  if (result.kind === "lost") {
    throw new Failure(
      "conflict",
      "We couldn't find out whether the test was sent. Check the phone before you try again.",
    );
  }
  return { segments: segmentsOf(text.body).count };
}

type WithinUnit = Parameters<Parameters<TestContext["within"]>[2]>[0];

/**
 * Who sends the text to whom, and with which picture.
 *
 * @throws Failure when it can't be sent.
 */
async function checkText({ scope }: TestContext, unit: WithinUnit, body: TestBody) {
  const { db } = unit;
  const { dealer_id, location_id } = scope;
  if (body.message.trim() === "") throw invalidField("message", "Message cannot be empty");
  const picture = await pictureOf(unit, scope, body);
  const from = await senderNumber(db, dealer_id, location_id);
  if (!from) throw new Failure("conflict", "This location has no phone number yet, so it can't send texts.");
  const to = orNotFound(parsePhone(body.phone_no));
  await assertReachable(db, dealer_id, "phone_no", to);
  if ((await suppressedPhones(db, dealer_id, [to])).length > 0) {
    throw invalidField("phone_no", "This phone opted out of your texts. Text START from it first.");
  }
  return { from, to, picture };
}

/** Checks everything again, and commits the text as intended. */
async function intend(context: TestContext, unit: WithinUnit, body: TestBody) {
  const { scope, who, secret, publicUrl } = context;
  const { db, now } = unit;
  const { dealer_id, location_id } = scope;
  const { from, to, picture } = await checkText(context, unit, body);
  await takeFromQuota(unit, dealer_id, "texts");
  const values = valuesFor(await nameOf(db, dealer_id, who.user_id), await companyValues(db, scope));
  const filled = textFor(body.message, values);
  const until = new Date(now().getTime() + pictureLifetimeMs);
  const media = picture === null ? [] : [publicUrl + signedFileUrlUntil(secret, picture, until)];
  const row = { dealer_id, location_id, user_id: who.user_id, to_number: to, body: filled, at: now() };
  return { id: await insertTestText(db, row), text: { from, to, body: filled, media } };
}

/** The storage key of the picture that goes along; null without one. */
async function pictureOf({ db }: WithinUnit, scope: TestContext["scope"], { template_id, picture }: TestBody) {
  if (picture) return orNotFound(await pictureByKey(db, scope.dealer_id, picture)).storage_key;
  if (template_id === undefined) return null;
  return orNotFound(await templatePicture(db, scope, template_id)).storage_key;
}

function toRow(result: SendResult): Parameters<typeof updateTestText>[3] {
  if (result.kind === "accepted") return { state: "accepted", error: "", provider_sid: result.sid };
  if (result.kind === "refused") return { state: "failed", error: result.refusal.words, provider_sid: null };
  if (result.kind === "busy") return { state: "failed", error: "busy", provider_sid: null };
  return { state: "unknown", error: "lost", provider_sid: null };
}
