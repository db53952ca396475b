import { Failure, orNotFound } from "#core/failure.ts";
import type { ContextOf } from "#core/server/serve.ts";
import { belongsTo } from "#domains/locations/server/public.ts";
import type { SkipReason } from "../../rules/rules.ts";
import { testEmailLimits, type testMails } from "../contract.ts";
import { type MarketingEmail, sendMarketingEmail } from "./sendMarketingEmail.ts";
import { ownEmail, senderOf } from "./store.ts";
import { testEmailTexts as texts } from "./texts.ts";

type TestingContext = Pick<
  ContextOf<typeof testMails.send>,
  "within" | "scope" | "origin" | "who" | "limits" | "ports" | "secret" | "publicUrl" | "log"
>;

/** How the caller says why a test isn't sent. */
interface TestRefusals {
  /** The location has no mailing address. */
  readonly unready: Failure;
  skipped(reason: SkipReason): Failure;
  /** In the words of the mail server. */
  refused(words: string): Failure;
}

/** Sends one marketing email as a test, within the person's limits, by everything that a customer's passes through. */
export async function sendTestEmail(
  context: TestingContext,
  email: Omit<MarketingEmail, "dealer_id">,
  refusals: TestRefusals,
): Promise<void> {
  const { within, scope, origin, who, limits } = context;
  await limits.consume("test emails of a minute", `user:${who.user_id}`, testEmailLimits.minute, 60);
  await limits.consume("test emails of a day", `user:${who.user_id}`, testEmailLimits.day, 86_400);
  const outcome = await sendMarketingEmail(context, { dealer_id: scope.dealer_id, ...email });
  if (outcome.kind === "unready") throw refusals.unready;
  if (outcome.kind === "skipped") throw refusals.skipped(outcome.reason);
  if (outcome.kind === "refused") throw refusals.refused(outcome.words);
  if (outcome.kind === "busy") throw new Failure("conflict", texts.busy);
  if (outcome.kind === "lost") throw new Failure("conflict", texts.lost);
  await within(scope, origin, ({ audit }) =>
    audit({ action: "sent a test email", subject: "location", subject_id: email.location_id }),
  );
}

/** Sends a test of a location's marketing email to the caller. */
export async function testSender(context: ContextOf<typeof testMails.send>, location_id: number): Promise<string> {
  const { within, scope, origin, who } = context;
  const { dealer_id } = scope;
  const { sender, to } = await within(scope, origin, async ({ db }) => {
    const belongs = await belongsTo(db, { dealer_id, user_id: who.user_id, role: who.role }, location_id);
    const found = orNotFound(belongs ? await senderOf(db, dealer_id, location_id) : undefined);
    return { sender: found, to: await ownEmail(db, dealer_id, who.user_id) };
  });
  const content = {
    subject: texts.subject(sender.from_name),
    html: `<p>${texts.greeting}</p><p>${texts.explanation}</p>`,
    text: `${texts.greeting}\n\n${texts.explanation}`,
  };
  await sendTestEmail(
    context,
    { location_id, to, content },
    {
      unready: new Failure("conflict", texts.noAddress),
      skipped: (reason) => new Failure("conflict", texts.suppressed(to, reason)),
      refused: (words) => new Failure("conflict", texts.refused(words)),
    },
  );
  return to;
}
