import { nounCount } from "#core/count.ts";
import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { senderNumber, sendsPictures } from "#domains/locations/server/public.ts";
import { unfinishedInText } from "#domains/templates/unfinished/rules.ts";
import { type AudienceChoice, nextOfAudience } from "../../audience/server/public.ts";
import { pictureByKey } from "../../pictures/server/public.ts";
import { scheduleTimes } from "../../rules.ts";
import { updateCampaign } from "../../server/campaignStore.ts";
import { type CampaignDraft, collectedWords, consentWords, submitTexts } from "../contract.ts";
import { checkedChoice } from "./checkedChoice.ts";
import { campaignByClientId, insertAttestation, replaceChoice, templateById } from "./choiceStore.ts";
import {
  assertChosen,
  assertFinished,
  assertToCome,
  lockOrAdd,
  ownSchedule,
  type ScheduleFields,
  scheduleFieldsOf,
} from "./lockOrAdd.ts";

export interface SavedCampaign {
  readonly id: number;
  readonly version: number;
  /** False for a draft. */
  readonly isSubmitted: boolean;
}

/** Saves a draft, or sends or schedules it, in one transaction: nothing is written when anything is wrong. */
export async function saveCampaign(context: StaffContext, draft: CampaignDraft): Promise<SavedCampaign> {
  const { db, scope, now } = context;
  const isSubmitted = draft.save_type !== "draft";
  if (draft.client_id !== undefined && draft.campaign_id === undefined) {
    const existing = await campaignByClientId(db, scope, draft.client_id);
    if (existing) return { ...existing, isSubmitted };
  }
  const choice = await checkedChoice(context, draft);
  const scheduled = scheduleFieldsOf(draft);
  const template = await chosenTemplate(context, draft);
  const uploaded = draft.campaign_picture
    ? orNotFound(await pictureByKey(db, scope.dealer_id, draft.campaign_picture))
    : undefined;
  const fields = {
    title: draft.title,
    body: draft.campaign_template,
    template_id: template?.id ?? null,
    recipient_type: draft.campaign_recipient_type,
    exclude_days: draft.campaign_exclude_days ?? 0,
    skip_unanswered: draft.skip_unanswered ?? (1 as const),
    ...scheduled,
  };
  if (isSubmitted) await assertSubmittable(context, draft, choice, fields);
  const { id, version, image_id } = await lockOrAdd(context, draft, { channel: "sms", body: draft.campaign_template });
  const key = { dealer_id: scope.dealer_id, campaign_id: id };
  const kept = draft.remove_image === 1 ? null : image_id;
  const picture = uploaded?.id ?? (template ? template.image_id : kept);
  if (isSubmitted && picture !== null && !(await sendsPictures(db, scope.dealer_id, scope.location_id))) {
    throw invalidField(
      "campaign_template",
      "This location's number can't send pictures. Remove the picture to send it.",
    );
  }
  await updateCampaign(db, key, { ...fields, version, saved_at: now(), image_id: picture });
  await replaceChoice(db, key, choice);
  if (isSubmitted) await submit(context, draft, key, choice, fields);
  return { id, version, isSubmitted };
}

/** The template that a campaign copies its picture from. One deleted meanwhile leaves the draft as it is. */
async function chosenTemplate({ db, scope }: StaffContext, { campaign_template_id }: CampaignDraft) {
  if (campaign_template_id === undefined) return undefined;
  const template = orNotFound(await templateById(db, scope, campaign_template_id));
  return template.isDeleted ? undefined : template;
}

/** What a campaign needs to go, asked in the order in which the screens ask. Drafts skip it. */
async function assertSubmittable(
  context: StaffContext,
  draft: CampaignDraft,
  choice: AudienceChoice,
  fields: ScheduleFields,
): Promise<void> {
  if (draft.consent === 0) throw invalidField("consent", submitTexts.consent);
  if (draft.consent_collected === 0) throw invalidField("consent_collected", submitTexts.consent);
  assertChosen(draft, choice);
  if (draft.campaign_template.trim() === "") throw invalidField("campaign_template", "Message cannot be empty");
  assertFinished(unfinishedInText(draft.campaign_template));
  const { db, scope } = context;
  if (!(await senderNumber(db, scope.dealer_id, scope.location_id))) {
    throw new Failure("conflict", "This location has no phone number yet, so it can't send texts.");
  }
  await assertToCome(context, fields);
}

/** Puts a checked campaign into the queue, with what its sender confirmed. */
async function submit(
  context: StaffContext,
  draft: CampaignDraft,
  key: { readonly dealer_id: number; readonly campaign_id: number },
  choice: AudienceChoice,
  fields: ScheduleFields,
): Promise<void> {
  const { db, who, origin, now } = context;
  const unknown = await confirmedUnknown(context, draft, choice);
  const said = { ...key, user_id: who.user_id, ip: origin.ip, at: now(), people: null };
  const is_explicit = draft.consent === 1;
  await insertAttestation(db, { ...said, kind: "consent", words: consentWords, is_explicit });
  if (draft.consent_collected === 1) {
    await insertAttestation(db, { ...said, kind: "collected", words: collectedWords, is_explicit: true });
  }
  if (unknown !== undefined) {
    const attestation = { ...said, kind: "unknown", words: consentWords, is_explicit: true, people: unknown } as const;
    await insertAttestation(db, attestation);
  }
  const times = scheduleTimes(await ownSchedule(context, fields), now());
  await updateCampaign(db, key, { state: "waiting", ...times, submitted_at: now() });
}

/**
 * The imported people without consent on file whom the owner includes: they say exactly how many there are.
 *
 * @returns undefined when nobody asked for it.
 */
async function confirmedUnknown(
  { db, scope, who }: StaffContext,
  { confirm_unknown }: CampaignDraft,
  choice: AudienceChoice,
): Promise<number | undefined> {
  if (confirm_unknown === undefined || confirm_unknown === null) return undefined;
  if (who.role !== "dealer") throw new Failure("forbidden");
  let count = 0;
  for (let after = 0; ; ) {
    const people = await nextOfAudience(db, scope, choice, after, 5_000);
    count += people.filter(({ consent, upload_id }) => consent === "unknown" && upload_id !== null).length;
    const last = people.at(-1);
    if (!last) break;
    after = last.id;
  }
  if (count === confirm_unknown) return count;
  const text = `${nounCount(count, "person has", "people have")} no consent on file now. Look at them again`;
  throw invalidField("confirm_unknown", text);
}
