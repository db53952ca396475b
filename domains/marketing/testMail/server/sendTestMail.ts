import { Failure, orNotFound } from "#core/failure.ts";
import type { ContextOf } from "#core/server/serve.ts";
import { belongsTo } from "#domains/locations/server/public.ts";
import { sendMarketingMail } from "../../mail/server/public.ts";
import { ownEmail, senderOf } from "../../sender/server/public.ts";
import { testMailLimits, type testMails } from "../contract.ts";
import { testMailTexts as texts } from "./texts.ts";

/** Sends a marketing mail of the location to the caller, by everything that a customer's passes through. */
export async function sendTestMail(context: ContextOf<typeof testMails.send>, id: number): Promise<string> {
  const { within, scope, origin, who, limits } = context;
  const { dealer_id } = scope;
  const { sender, email } = await within(scope, origin, async ({ db }) => {
    const belongs = await belongsTo(db, { dealer_id, user_id: who.user_id, role: who.role }, id);
    const found = orNotFound(belongs ? await senderOf(db, dealer_id, id) : undefined);
    return { sender: found, email: await ownEmail(db, dealer_id, who.user_id) };
  });
  await limits.consume("test emails of a minute", `user:${who.user_id}`, testMailLimits.minute, 60);
  await limits.consume("test emails of a day", `user:${who.user_id}`, testMailLimits.day, 86_400);
  const content = {
    subject: texts.subject(sender.from_name),
    html: `<p>${texts.greeting}</p><p>${texts.explanation}</p>`,
    text: `${texts.greeting}\n\n${texts.explanation}`,
  };
  const outcome = await sendMarketingMail(context, { dealer_id, location_id: id, to: email, content });
  if (outcome.kind === "unready") throw new Failure("conflict", texts.noAddress);
  if (outcome.kind === "skipped") throw new Failure("conflict", texts.suppressed(email, outcome.reason));
  if (outcome.kind === "refused") throw new Failure("conflict", texts.refused(outcome.words));
  if (outcome.kind === "busy") throw new Failure("conflict", texts.busy);
  if (outcome.kind === "lost") throw new Failure("conflict", texts.lost);
  await within(scope, origin, ({ audit }) =>
    audit({ action: "sent a test email", subject: "location", subject_id: id }),
  );
  return email;
}
