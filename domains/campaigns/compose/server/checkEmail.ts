import { sql } from "kysely";
import type { BodyOf } from "#core/call.ts";
import { orNotFound } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { legalAddresses } from "#domains/locations/legalAddresses/server/public.ts";
import { senderOf } from "#domains/marketing/sender/server/public.ts";
import { composeMail, deletedPictures, sanitizeTemplate } from "#domains/templates/email/server/public.ts";
import { companyValues, mailPattern, valuesFor } from "../../audience/server/public.ts";
import { complaintLimitPercent, percentOf } from "../../email/rules.ts";
import { isBlank } from "../../email/server/public.ts";
import type { emailPreview } from "../contract.ts";
import { preflightFindings } from "../rules.ts";

/** Where the links of an email that nobody gets lead. */
const nowhere = { unsubscribe: "#", view: "#", open: "data:,", scanner: "#" };

/** The email as it would arrive, and what to mend before. */
export async function checkEmail(context: StaffContext, draft: BodyOf<typeof emailPreview.preflight>) {
  const { db, scope, who, now, ports, publicUrl } = context;
  const { dealer_id, location_id } = scope;
  const sender = orNotFound(await senderOf(db, dealer_id, location_id));
  const content = sanitizeTemplate(draft.campaign_template);
  const composed = composeMail({
    body: content,
    subject: draft.email_subject,
    preheader: draft.email_preheader,
    business: sender.business_name,
    postalAddress: sender.postal_address,
    legal: await legalAddresses(db, dealer_id, publicUrl),
  });
  const values = valuesFor(who, await companyValues(db, scope));
  const link = (n: number) => composed.links[n - 1] ?? "#";
  const filled = mailPattern({ ...composed, subject: draft.email_subject })(values, { ...nowhere, link });
  const bytes = Buffer.byteLength(filled.html);
  const since = new Date(now().getTime() - 30 * 86_400_000);
  const { handed, complained } = await complaintsSince(db, dealer_id, since);
  const percent = percentOf(complained, handed);
  const findings = preflightFindings({
    subject: draft.email_subject,
    preheader: draft.email_preheader,
    content,
    deletedPictures: await deletedPictures(db, { dealer_id, html: content, publicUrl }),
    bytes,
    links: composed.links,
    isBlank: isBlank(content),
    hasPostalAddress: sender.postal_address !== "",
    hasMailServer: ports.email.provider !== "none",
    complaintPercent: percent,
  });
  const complaints = { handed, complained, percent, limit_percent: complaintLimitPercent };
  return { findings, bytes, ...filled, links: [...composed.links], complaints };
}

/** What a business's campaigns handed over since then, and how many people called it spam. */
async function complaintsSince(db: Db, dealer_id: number, since: Date) {
  return db
    .selectFrom("campaign_recipients")
    .where("dealer_id", "=", dealer_id)
    .where("channel", "=", "email")
    .where("handed_at", ">=", since)
    .select([sql<number>`count(*)::int`.as("handed"), sql<number>`count(complained_at)::int`.as("complained")])
    .executeTakeFirstOrThrow();
}
