import { nounCount } from "#core/count.ts";
import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { parseZoneOption } from "#core/zoneOptions.ts";
import { fieldsInUse } from "#domains/customers/server/public.ts";
import { locationById, senderNumber, sendsPictures } from "#domains/locations/server/public.ts";
import { errorsOfParts, type UnfinishedPart, unfinishedInText } from "#domains/templates/rules.ts";
import { pictureByKey } from "#domains/templates/text/server/public.ts";
import { type AudienceChoice, nextOfAudience } from "../../audience/server/public.ts";
import { type Channel, isPast, type Schedule, scheduleTimes } from "../../rules.ts";
import { lockCampaign, scheduleOf, sendOptionOf, updateCampaign } from "../../server/campaignStore.ts";
import { type CampaignDraft, collectedWords, consentWords, submitTexts } from "../contract.ts";
import {
  campaignByClientId,
  insertAttestation,
  insertCampaign,
  liveIds,
  replaceChoice,
  templateById,
} from "./store.ts";

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
  const { db, scope } = context;
  const own = await fieldsInUse(db, scope.dealer_id);
  assertFinished(
    unfinishedInText(
      draft.campaign_template,
      own.map(({ key }) => key),
    ),
  );
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
  const text = `${nounCount(count, "person has", "people have")} no consent on file now. Review them again`;
  throw invalidField("confirm_unknown", text);
}

/* What saving and sending a campaign has in common, whatever the channel. */

/** What a draft of either channel says about whom and when. */
export type DraftedAudience = Pick<
  CampaignDraft,
  | "campaign_recipient_type"
  | "campaign_customers_list"
  | "campaign_customers"
  | "campaign_send_option"
  | "campaign_send_date"
  | "campaign_send_time"
  | "campaign_send_timezone"
>;

/** The columns that say when a campaign goes. */
export function scheduleFieldsOf(draft: DraftedAudience) {
  const zone = draft.campaign_send_timezone === "" ? "" : parseZoneOption(draft.campaign_send_timezone);
  if (zone === undefined) throw invalidField("campaign_send_timezone", "Choose a time zone from the list");
  return {
    send_option: sendOptionOf(draft),
    wall_date: draft.campaign_send_date === "" ? null : draft.campaign_send_date,
    wall_minute: draft.campaign_send_time,
    zone: zone === "" ? "" : zone.zone,
    zone_label: zone === "" ? "" : zone.label,
  };
}
export type ScheduleFields = ReturnType<typeof scheduleFieldsOf>;

/**
 * A message whose author has yet to fill something in doesn't leave.
 *
 * @throws Failure `invalid` at each field that is unfinished.
 */
export function assertFinished(parts: readonly UnfinishedPart[]): void {
  const [first] = parts;
  if (first) throw new Failure("invalid", first.text, { fields: errorsOfParts(parts) });
}

/** Somebody must be chosen. */
export function assertChosen({ campaign_recipient_type }: DraftedAudience, choice: AudienceChoice): void {
  if (campaign_recipient_type === "list" && choice.list_ids.length === 0) {
    throw invalidField("campaign_customers_list", submitTexts.list);
  }
  if (campaign_recipient_type === "individual" && choice.customer_ids.length === 0) {
    throw invalidField("campaign_customers", submitTexts.customer);
  }
}

/** A chosen time must be whole, and to come. */
export async function assertToCome({ db, scope, now }: StaffContext, fields: ScheduleFields): Promise<void> {
  if (fields.send_option === "now") return;
  if (fields.wall_date === null) throw invalidField("campaign_send_date", "Choose a day");
  if (fields.wall_minute === null) throw invalidField("campaign_send_time", "Choose a time");
  if (isPast(await ownSchedule({ db, scope }, fields), now())) {
    throw invalidField("campaign_send_time", "Choose a time in the future");
  }
}

/** When the campaign goes, in the location's zone where it chose none. */
export async function ownSchedule(
  { db, scope }: Pick<StaffContext, "db" | "scope">,
  fields: ScheduleFields,
): Promise<Schedule> {
  const { time_zone } = orNotFound(await locationById(db, scope.dealer_id, scope.location_id));
  return scheduleOf(fields, time_zone);
}

interface LockedDraft {
  readonly title: string;
  readonly campaign_id?: number | undefined;
  readonly version?: number | null | undefined;
  readonly client_id?: string | undefined;
}

/** The draft to change, or a new one. */
export async function lockOrAdd(
  { db, scope, who, now }: StaffContext,
  draft: LockedDraft,
  { channel, body }: { readonly channel: Channel; readonly body: string },
) {
  const { dealer_id, location_id } = scope;
  if (draft.campaign_id === undefined) {
    const row = { dealer_id, location_id, channel, title: draft.title, body };
    const made = { client_id: draft.client_id ?? null, created_by: who.user_id, created_at: now() };
    const id = await insertCampaign(db, { ...row, ...made });
    // The first try is still being saved; its answer will say the same.
    if (id === undefined) throw new Failure("conflict", "This campaign is already being saved.");
    return { id, version: 1, image_id: null };
  }
  const campaign = orNotFound(await lockCampaign(db, scope, draft.campaign_id, channel));
  if (campaign.state !== "draft") throw new Failure("conflict", "This campaign is no longer a draft.");
  if (draft.version !== undefined && draft.version !== null && draft.version !== campaign.version) {
    throw new Failure("conflict", "Someone else saved this draft. Reopen it.");
  }
  return { id: campaign.id, version: campaign.version + 1, image_id: campaign.image_id };
}

/** The chosen lists or people; somebody else's are answered like absent ones. */
export async function checkedChoice(
  { db, scope }: StaffContext,
  draft: Pick<CampaignDraft, "campaign_recipient_type" | "campaign_customers_list" | "campaign_customers">,
): Promise<AudienceChoice> {
  const isList = draft.campaign_recipient_type === "list";
  const list_ids = isList ? (draft.campaign_customers_list ?? []) : [];
  const customer_ids = isList ? [] : (draft.campaign_customers ?? []);
  const lists = await liveIds(db, "customer_lists", scope, list_ids);
  const customers = await liveIds(db, "customers", scope, customer_ids);
  if (lists.length < list_ids.length || customers.length < customer_ids.length) orNotFound(undefined);
  return { list_ids, customer_ids };
}
