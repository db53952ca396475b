import { Failure, invalidField } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { scheduleTimes } from "#domains/campaigns/rules.ts";
import { updateCampaign } from "#domains/campaigns/server/campaignStore.ts";
import {
  assertChosen,
  assertFinished,
  assertToCome,
  campaignByClientId,
  checkedChoice,
  lockOrAdd,
  ownSchedule,
  replaceChoice,
  scheduleFieldsOf,
} from "#domains/campaigns/text/server/public.ts";
import { fieldsInUse } from "#domains/customers/server/public.ts";
import { senderOf } from "#domains/marketing/sender/server/public.ts";
import { deletedPictures, sanitizeTemplate } from "#domains/templates/email/server/public.ts";
import { unfinishedInMail } from "#domains/templates/rules.ts";
import { type EmailCampaignDraft, mailSubmitTexts } from "../contract.ts";

export interface SavedEmailCampaign {
  readonly id: number;
  readonly version: number;
  /** False for a draft. */
  readonly isSubmitted: boolean;
}

/** Saves a draft, or sends or schedules it, in one transaction: nothing is written when anything is wrong. */
export async function saveEmailCampaign(context: StaffContext, draft: EmailCampaignDraft): Promise<SavedEmailCampaign> {
  const { db, scope, now } = context;
  const isSubmitted = draft.save_type !== "draft";
  if (draft.client_id !== undefined && draft.campaign_id === undefined) {
    const existing = await campaignByClientId(db, scope, draft.client_id, "email");
    if (existing) return { ...existing, isSubmitted };
  }
  const choice = await checkedChoice(context, draft);
  const scheduled = scheduleFieldsOf(draft);
  const body = sanitizeTemplate(draft.campaign_template);
  const fields = {
    title: draft.title,
    subject: draft.email_subject,
    preheader: draft.email_preheader,
    body,
    recipient_type: draft.campaign_recipient_type,
    exclude_days: draft.campaign_exclude_days ?? 0,
    // A mail is no answer, so who waits for one may get it.
    skip_unanswered: draft.skip_unanswered ?? (0 as const),
    ...scheduled,
  };
  if (isSubmitted) {
    assertChosen(draft, choice);
    await assertMailable(context, draft, body);
    await assertToCome(context, scheduled);
  }
  const { id, version } = await lockOrAdd(context, draft, { channel: "email", body });
  const key = { dealer_id: scope.dealer_id, campaign_id: id };
  await updateCampaign(db, key, { ...fields, version, saved_at: now() });
  await replaceChoice(db, key, choice);
  if (isSubmitted) {
    const times = scheduleTimes(await ownSchedule(context, scheduled), now());
    await updateCampaign(db, key, { state: "waiting", ...times, submitted_at: now() });
  }
  return { id, version, isSubmitted };
}

/** What a mail needs to go, asked in the order in which the screens ask. Drafts skip it. */
async function assertMailable(
  { db, scope, ports, publicUrl }: StaffContext,
  draft: EmailCampaignDraft,
  body: string,
): Promise<void> {
  if (draft.email_subject === "") throw invalidField("email_subject", mailSubmitTexts.subject);
  if (isBlank(body)) throw invalidField("campaign_template", mailSubmitTexts.template);
  const deleted = await deletedPictures(db, { dealer_id: scope.dealer_id, html: body, publicUrl });
  const own = (await fieldsInUse(db, scope.dealer_id)).map(({ key }) => key);
  assertFinished(unfinishedInMail({ ...draft, campaign_template: body }, deleted, own));
  if (ports.email.provider === "none") throw new Failure("conflict", mailSubmitTexts.server);
  const sender = await senderOf(db, scope.dealer_id, scope.location_id);
  if (!sender || sender.postal_address === "") throw new Failure("conflict", mailSubmitTexts.postalAddress);
}

/** The words of a mail; addresses and styles are full of percent signs that mean something else. */
export const textOf = (html: string) => html.replace(/<[^>]*>/g, " ");

/** Neither a word nor a picture. */
export const isBlank = (html: string) => !/<img\b/i.test(html) && textOf(html).replace(/&nbsp;|&#160;|\s/g, "") === "";
