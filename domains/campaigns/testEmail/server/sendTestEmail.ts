import type { BodyOf } from "#core/call.ts";
import { Failure, invalidField } from "#core/failure.ts";
import { sendUnlessRepeated } from "#core/server/sendUnlessRepeated.ts";
import type { ContextOf } from "#core/server/serve.ts";
import { sendMarketingMail } from "#domains/marketing/mail/server/public.ts";
import { composeMail } from "#domains/templates/email/server/public.ts";
import { companyValues, valuesFor } from "../../audience/server/public.ts";
import { mailSubmitTexts } from "../../email/contract.ts";
import { mailSkipTexts } from "../../email/rules.ts";
import { isBlank } from "../../email/server/public.ts";
import { mailPattern } from "../../mailContent/server/public.ts";
import { testEmailLimits, type testEmails } from "../contract.ts";

type TestEmailContext = ContextOf<typeof testEmails.send>;
type TestEmailBody = BodyOf<typeof testEmails.send>;

/** Mails one address what a campaign's recipients would get, with the sender's own name. Its links lead straight there. */
export async function sendTestEmail(context: TestEmailContext, body: TestEmailBody): Promise<{ to: string }> {
  const { scope, who, limits } = context;
  const { email, email_subject, email_preheader, campaign_template } = body;
  if (email_subject === "") throw invalidField("email_subject", mailSubmitTexts.subject);
  if (isBlank(campaign_template)) throw invalidField("campaign_template", mailSubmitTexts.template);
  const { dealer_id, location_id } = scope;
  const same = { user: who.user_id, dealer_id, location_id, email, email_subject, email_preheader, campaign_template };
  return sendUnlessRepeated(limits, "the same test email", same, () => mailAddress(context, body));
}

async function mailAddress(
  context: TestEmailContext,
  { email, email_subject, email_preheader, campaign_template }: TestEmailBody,
): Promise<{ to: string }> {
  const { within, scope, origin, who, limits, publicUrl } = context;
  await limits.consume("test emails of a minute", `user:${who.user_id}`, testEmailLimits.minute, 60);
  await limits.consume("test emails of a day", `user:${who.user_id}`, testEmailLimits.day, 86_400);
  const values = valuesFor(who, await within(scope, origin, ({ db }) => companyValues(db, scope)));
  const compose = (footer: { business_name: string; postal_address: string; unsubscribeUrl: string }) => {
    const composed = composeMail({
      body: campaign_template,
      subject: email_subject,
      preheader: email_preheader,
      business: footer.business_name,
      postalAddress: footer.postal_address,
    });
    const link = (n: number) => composed.links[n - 1] ?? "#";
    // Of a test nothing is counted, and nothing kept that a page could show.
    const uncounted = { view: `${publicUrl}/v/test`, open: `${publicUrl}/o/test.gif`, scanner: `${publicUrl}/l/test` };
    const addresses = { ...uncounted, unsubscribe: footer.unsubscribeUrl, link };
    return mailPattern({ ...composed, subject: email_subject })(values, addresses);
  };
  const { dealer_id, location_id } = scope;
  const outcome = await sendMarketingMail(context, { dealer_id, location_id, to: email, compose });
  if (outcome.kind === "unready") throw new Failure("conflict", mailSubmitTexts.postalAddress);
  if (outcome.kind === "skipped") throw invalidField("email", mailSkipTexts[outcome.reason]);
  if (outcome.kind === "refused") throw invalidField("email", outcome.words);
  if (outcome.kind === "busy") throw new Failure("conflict", "The mail server is busy. Try again in a few minutes.");
  if (outcome.kind === "lost") {
    throw new Failure(
      "conflict",
      "We couldn't find out whether the test was sent. Check the inbox before you try again.",
    );
  }
  await within(scope, origin, ({ audit }) =>
    audit({ action: "sent a test email", subject: "location", subject_id: location_id }),
  );
  return { to: email };
}
