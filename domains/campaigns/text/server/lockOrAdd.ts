import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { parseZoneOption } from "#core/zoneOptions.ts";
import { locationById } from "#domains/locations/server/public.ts";
import { errorsOfParts, type UnfinishedPart } from "#domains/templates/unfinished/rules.ts";
import type { AudienceChoice } from "../../audience/server/public.ts";
import { type Channel, isPast, type Schedule } from "../../rules.ts";
import { lockCampaign, scheduleOf, sendOptionOf } from "../../server/campaignStore.ts";
import { type CampaignDraft, submitTexts } from "../contract.ts";
import { insertCampaign } from "./choiceStore.ts";

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
    // A retry that overtook its first try: that one's answer says the same.
    if (id === undefined) throw new Failure("conflict", "This campaign is being saved already.");
    return { id, version: 1, image_id: null };
  }
  const campaign = orNotFound(await lockCampaign(db, scope, draft.campaign_id, channel));
  if (campaign.state !== "draft") throw new Failure("conflict", "This campaign isn't a draft any more.");
  if (draft.version !== undefined && draft.version !== null && draft.version !== campaign.version) {
    throw new Failure("conflict", "Someone else saved this draft. Open it again.");
  }
  return { id: campaign.id, version: campaign.version + 1, image_id: campaign.image_id };
}
