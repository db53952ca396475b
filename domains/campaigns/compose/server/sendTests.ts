import type { BodyOf } from "#core/call.ts";
import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { LocationKey } from "#core/people.ts";
import { parsePhone } from "#core/phone.ts";
import { sendUnlessRepeated } from "#core/server/sendUnlessRepeated.ts";
import type { ContextOf } from "#core/server/serve.ts";
import { signedFileUrlUntil } from "#core/server/signedFileUrl.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { segmentsOf } from "#core/smsCounter.ts";
import { suppressedPhones } from "#domains/customers/server/public.ts";
import { filesByIds } from "#domains/library/server/public.ts";
import { assertReachable } from "#domains/locations/countries/server/public.ts";
import { mayReply, replyRefusedText } from "#domains/locations/registration/rules.ts";
import { textSender } from "#domains/locations/server/public.ts";
import { type MailFooter, textFor } from "#domains/marketing/sender/rules.ts";
import { sendTestEmail } from "#domains/marketing/sender/server/public.ts";
import { takeFromQuota } from "#domains/quotas/server/public.ts";
import { composeMail } from "#domains/templates/email/server/public.ts";
import { pictureByKey, templateById } from "#domains/templates/text/server/public.ts";
import { deadlineIn } from "#ports/deadline.ts";
import type { SendResult } from "#ports/sms/sms.ts";
import { companyValues, mailPattern, valuesFor } from "../../audience/server/public.ts";
import { mailSubmitTexts } from "../../email/contract.ts";
import { mailSkipTexts } from "../../email/rules.ts";
import { isBlank } from "../../email/server/public.ts";
import { testTextReference } from "../../rules.ts";
import { type testEmails, testTextLimits, type testTexts } from "../contract.ts";

type TestTextContext = ContextOf<typeof testTexts.send>;
type TestTextBody = BodyOf<typeof testTexts.send>;

/** How long the carrier may fetch the picture, in milliseconds. */
const pictureLifetimeMs = 3_600_000;

/** Texts one phone what a campaign's recipients would get, with the sender's own name. */
export async function textTest(context: TestTextContext, body: TestTextBody): Promise<{ segments: number }> {
  const { scope, limits, who } = context;
  const { dealer_id, location_id } = scope;
  const same = { user: who.user_id, dealer_id, location_id, ...body };
  return sendUnlessRepeated(limits, "the same test text", same, () => textPhone(context, body));
}

async function textPhone(context: TestTextContext, body: TestTextBody): Promise<{ segments: number }> {
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

type WithinUnit = Parameters<Parameters<TestTextContext["within"]>[2]>[0];

/**
 * Who sends the text to whom, and with which picture.
 *
 * @throws Failure when it can't be sent.
 */
async function checkText({ scope }: TestTextContext, unit: WithinUnit, body: TestTextBody) {
  const { db } = unit;
  const { dealer_id, location_id } = scope;
  if (body.message.trim() === "") throw invalidField("message", "Message cannot be empty");
  const pictures = await picturesOf(unit, scope, body);
  const sender = await textSender(db, dealer_id, location_id);
  if (!sender) throw new Failure("conflict", "This location has no phone number yet, so it can't send texts.");
  if (!mayReply(sender.registration, sender.blocks_replies)) throw new Failure("conflict", replyRefusedText);
  const to = orNotFound(parsePhone(body.phone_no));
  await assertReachable(db, dealer_id, "phone_no", to);
  if ((await suppressedPhones(db, dealer_id, [to])).length > 0) {
    throw invalidField("phone_no", "This phone opted out of your texts. Text START from it first.");
  }
  return { from: sender.number, to, pictures };
}

/** Checks everything again, and commits the text as intended. */
async function intend(context: TestTextContext, unit: WithinUnit, body: TestTextBody) {
  const { scope, who, secret, publicUrl } = context;
  const { db, now } = unit;
  const { dealer_id, location_id } = scope;
  const { from, to, pictures } = await checkText(context, unit, body);
  await takeFromQuota(unit, dealer_id, "texts");
  const values = valuesFor(who, await companyValues(db, scope));
  const filled = textFor(body.message, values);
  const until = new Date(now().getTime() + pictureLifetimeMs);
  const media = pictures.map((key) => publicUrl + signedFileUrlUntil(secret, key, until));
  const row = { dealer_id, location_id, user_id: who.user_id, to_number: to, body: filled, at: now() };
  return { id: await insertTestText(db, row), text: { from, to, body: filled, media } };
}

/** The storage keys of the pictures that go along. */
async function picturesOf(
  { db }: WithinUnit,
  scope: TestTextContext["scope"],
  { template_id, picture, library_ids = [] }: TestTextBody,
): Promise<string[]> {
  if (library_ids.length > 0) {
    const files = await filesByIds(db, scope, library_ids);
    return library_ids.map(
      (id) => orNotFound(files.find((file) => file.id === id && file.kind === "image")).storage_key,
    );
  }
  if (picture) return [orNotFound(await pictureByKey(db, scope.dealer_id, picture)).storage_key];
  if (template_id === undefined) return [];
  const { storage_key } = orNotFound(await templateById(db, scope, template_id));
  return storage_key === null ? [] : [storage_key];
}

function toRow(result: SendResult): Parameters<typeof updateTestText>[3] {
  if (result.kind === "accepted") return { state: "accepted", error: "", provider_sid: result.sid };
  if (result.kind === "refused") return { state: "failed", error: result.refusal.words, provider_sid: null };
  if (result.kind === "busy") return { state: "failed", error: "busy", provider_sid: null };
  return { state: "unknown", error: "lost", provider_sid: null };
}

type TestEmailContext = ContextOf<typeof testEmails.send>;
type TestEmailBody = BodyOf<typeof testEmails.send>;

/** Emails one address what a campaign's recipients would get, with the sender's own name. Its links lead straight there. */
export async function emailTest(context: TestEmailContext, body: TestEmailBody): Promise<{ to: string }> {
  const { scope, who, limits } = context;
  const { email, email_subject, email_preheader, campaign_template } = body;
  if (email_subject === "") throw invalidField("email_subject", mailSubmitTexts.subject);
  if (isBlank(campaign_template)) throw invalidField("campaign_template", mailSubmitTexts.template);
  const { dealer_id, location_id } = scope;
  const same = { user: who.user_id, dealer_id, location_id, email, email_subject, email_preheader, campaign_template };
  return sendUnlessRepeated(limits, "the same test email", same, () => emailAddress(context, body));
}

async function emailAddress(
  context: TestEmailContext,
  { email, email_subject, email_preheader, campaign_template }: TestEmailBody,
): Promise<{ to: string }> {
  const { within, scope, origin, who, publicUrl } = context;
  const values = valuesFor(who, await within(scope, origin, ({ db }) => companyValues(db, scope)));
  const compose = (footer: MailFooter) => {
    const composed = composeMail({
      body: campaign_template,
      subject: email_subject,
      preheader: email_preheader,
      business: footer.business_name,
      postalAddress: footer.postal_address,
      legal: footer.legal,
    });
    const link = (n: number) => composed.links[n - 1] ?? "#";
    // Of a test nothing is counted, and nothing kept that a page could show.
    const uncounted = { view: `${publicUrl}/v/test`, open: `${publicUrl}/o/test.gif`, scanner: `${publicUrl}/l/test` };
    const addresses = { ...uncounted, unsubscribe: footer.unsubscribeUrl, link };
    return mailPattern({ ...composed, subject: email_subject })(values, addresses);
  };
  await sendTestEmail(
    context,
    { location_id: scope.location_id, to: email, compose },
    {
      unready: new Failure("conflict", mailSubmitTexts.postalAddress),
      skipped: (reason) => invalidField("email", mailSkipTexts[reason]),
      refused: (words) => invalidField("email", words),
    },
  );
  return { to: email };
}

interface NewTestText extends LocationKey {
  readonly user_id: number;
  readonly to_number: string;
  readonly body: string;
  readonly at: Date;
}

/** Commits a test text before the carrier hears of it. */
async function insertTestText(db: Db, text: NewTestText): Promise<number> {
  const row = { ...text, state: "intended" };
  return (await db.insertInto("campaign_tests").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

interface TestTextResult {
  readonly state: "accepted" | "failed" | "unknown";
  readonly error: string;
  readonly provider_sid: string | null;
}

async function updateTestText(db: Db, dealer_id: number, id: number, result: TestTextResult): Promise<void> {
  await db.updateTable("campaign_tests").set(result).where("dealer_id", "=", dealer_id).where("id", "=", id).execute();
}
