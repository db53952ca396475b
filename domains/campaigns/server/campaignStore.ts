import { sql } from "kysely";
import { invalidField } from "#core/failure.ts";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { isNumberHeldSql } from "#domains/locations/server/public.ts";
import type { CampaignState, Channel, Schedule, SendOption } from "../rules.ts";
import type { CampaignDraft } from "../text/contract.ts";
import { sendOptionText } from "../text/fields.ts";

/** Identifies a campaign. */
export interface CampaignKey {
  readonly dealer_id: number;
  readonly campaign_id: number;
}

const campaignColumns = [
  "id",
  "dealer_id",
  "location_id",
  "title",
  "subject",
  "preheader",
  "body",
  "template_id",
  "image_id",
  "exclude_days",
  "skip_unanswered",
  "wall_date",
  "wall_minute",
  "zone",
  "zone_label",
  "why",
  "held_for",
  "starts_at",
  "ends_by",
  "late_is_fine",
  "number_held_at",
  "audience",
  "version",
  "created_by",
  "created_at",
  "submitted_at",
  "sent_at",
] as const;

const typedColumns = [
  sql<Channel>`campaigns.channel`.as("channel"),
  sql<CampaignState>`campaigns.state`.as("state"),
  sql<SendOption>`campaigns.send_option`.as("send_option"),
  sql<"list" | "individual">`campaigns.recipient_type`.as("recipient_type"),
  sql<"waiting" | "preparing" | "sending" | null>`campaigns.paused_from`.as("paused_from"),
] as const;

function campaignQuery(db: Db, { dealer_id, campaign_id }: CampaignKey) {
  return db
    .selectFrom("campaigns")
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", campaign_id)
    .select([...campaignColumns])
    .select([...typedColumns]);
}

/** A campaign; undefined for an absent or foreign one. */
export async function campaignById(db: Db, key: CampaignKey) {
  return campaignQuery(db, key).executeTakeFirst();
}

export type CampaignRow = NonNullable<Awaited<ReturnType<typeof campaignById>>>;

/** A live campaign of the location and the channel; locks it until the transaction ends. */
export async function lockCampaign(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  campaign_id: number,
  channel: Channel = "sms",
) {
  return campaignQuery(db, { dealer_id, campaign_id })
    .where("location_id", "=", location_id)
    .where("channel", "=", channel)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks a campaign for its sender, deleted or not. */
export async function lockCampaignForWork(db: Db, key: CampaignKey) {
  return campaignQuery(db, key).forUpdate().executeTakeFirst();
}

export interface CampaignChange {
  readonly title?: string;
  readonly subject?: string;
  readonly preheader?: string;
  readonly body?: string;
  readonly template_id?: number | null;
  readonly image_id?: number | null;
  readonly recipient_type?: "list" | "individual";
  readonly exclude_days?: number;
  readonly skip_unanswered?: 0 | 1;
  readonly send_option?: SendOption;
  readonly wall_date?: string | null;
  readonly wall_minute?: number | null;
  readonly zone?: string;
  readonly zone_label?: string;
  readonly state?: CampaignState;
  readonly paused_from?: "waiting" | "preparing" | "sending" | null;
  readonly why?: string;
  readonly held_for?: string;
  readonly starts_at?: Date | null;
  readonly ends_by?: Date | null;
  readonly late_is_fine?: boolean;
  readonly number_held_at?: Date | null;
  readonly audience?: number;
  readonly version?: number;
  readonly saved_at?: Date;
  readonly submitted_at?: Date;
  readonly sent_at?: Date;
  readonly finished_at?: Date;
  readonly deleted_at?: Date;
}

export async function updateCampaign(db: Db, { dealer_id, campaign_id }: CampaignKey, change: CampaignChange) {
  await db
    .updateTable("campaigns")
    .set(change)
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", campaign_id)
    .execute();
}

/** The lists that a campaign goes to; `isReady` when no import fills them. */
export async function campaignLists(db: Db, { dealer_id, campaign_id }: CampaignKey) {
  return db
    .selectFrom("campaign_lists as c")
    .innerJoin("customer_lists as l", (join) => join.on("l.dealer_id", "=", dealer_id).onRef("l.id", "=", "c.list_id"))
    .where("c.dealer_id", "=", dealer_id)
    .where("c.campaign_id", "=", campaign_id)
    .select(["l.id", "l.title"])
    .select(sql<boolean>`l.status = 1`.as("isReady"))
    .select(sql<boolean>`l.deleted_at is not null`.as("isDeleted"))
    .orderBy("l.title")
    .execute();
}

/** The campaigns of every business in a state, so that the work in each of them can begin. */
export async function campaignsInState(db: Db, state: CampaignState, channel?: Channel) {
  return db
    .selectFrom("campaigns")
    .where("state", "=", state)
    .$if(channel !== undefined, (rows) => rows.where("channel", "=", channel ?? ""))
    .select(["dealer_id", "location_id", "id as campaign_id"])
    .orderBy("dealer_id")
    .orderBy("id")
    .limit(1_000)
    .execute();
}

/** The campaigns of every business that send, without those that wait for the registration of their number. */
export async function sendingUnheld(db: Db, channel: Channel) {
  return db
    .selectFrom("campaigns")
    .where("state", "=", "sending")
    .where("channel", "=", channel)
    .where("number_held_at", "is", null)
    .select(["dealer_id", "location_id", "id as campaign_id"])
    .orderBy("dealer_id")
    .orderBy("id")
    .limit(1_000)
    .execute();
}

/** Whether a campaign's texts wait for the registration of their number. */
export const isTextHeldSql = sql<boolean>`(campaigns.channel = 'sms' and ${isNumberHeldSql(
  sql.raw("campaigns.dealer_id"),
  sql.raw("campaigns.location_id"),
)})`;

/** The states of a business's campaigns, by their ids; `held` for one that would send if its number were registered. */
export async function campaignStates(db: Db, dealer_id: number, ids: readonly number[]) {
  const rows = await db
    .selectFrom("campaigns")
    .where("dealer_id", "=", dealer_id)
    .where("id", "in", ids)
    .select("id")
    .select(
      sql<CampaignState | "held">`case when state = 'sending' and ${isTextHeldSql} then 'held' else state end`.as(
        "state",
      ),
    )
    .execute();
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/**
 * When a campaign is to go: now, unless it says otherwise.
 *
 * @throws Failure `invalid` for a day or time that doesn't say in whose zone it is: it would be sent now, and the time lost.
 */
export function sendOptionOf(
  draft: Pick<CampaignDraft, "campaign_send_option" | "campaign_send_date" | "campaign_send_time">,
) {
  const { campaign_send_option, campaign_send_date, campaign_send_time } = draft;
  const isTimed = campaign_send_date !== "" || campaign_send_time !== null;
  if (campaign_send_option === undefined && isTimed) throw invalidField("campaign_send_option", sendOptionText);
  return campaign_send_option ?? "now";
}

/** When a campaign is to go, as its row says. */
export function scheduleOf(
  campaign: Pick<CampaignRow, "send_option" | "wall_date" | "wall_minute" | "zone">,
  locationZone: string,
): Schedule {
  const { send_option, wall_date, wall_minute, zone } = campaign;
  const wall =
    send_option === "now" || wall_date === null || wall_minute === null
      ? null
      : { date: wall_date, minutes: wall_minute };
  return { send_option, wall, zone: send_option === "timezone" && zone !== "" ? zone : locationZone };
}

/** The storage key of a campaign's picture. */
export async function imageKey(db: Db, dealer_id: number, image_id: number | null): Promise<string | undefined> {
  if (image_id === null) return undefined;
  const row = await db
    .selectFrom("marketing_images")
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", image_id)
    .select("storage_key")
    .executeTakeFirst();
  return row?.storage_key;
}

/** The lists and people that a campaign is for. A deleted list has nobody. */
export async function audienceChoice(db: Db, key: CampaignKey) {
  const lists = await campaignLists(db, key);
  const picks = await db
    .selectFrom("campaign_picks")
    .where("dealer_id", "=", key.dealer_id)
    .where("campaign_id", "=", key.campaign_id)
    .select("customer_id")
    .execute();
  return {
    list_ids: lists.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id),
    customer_ids: picks.map(({ customer_id }) => customer_id),
  };
}

/** What was confirmed about a campaign's people. */
export async function campaignAttestations(db: Db, { dealer_id, campaign_id }: CampaignKey) {
  return db
    .selectFrom("campaign_attestations")
    .where("dealer_id", "=", dealer_id)
    .where("campaign_id", "=", campaign_id)
    .select(["kind", "words", "user_id", "people"])
    .execute();
}
