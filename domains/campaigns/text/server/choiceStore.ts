import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { Channel } from "../../rules.ts";
import type { CampaignKey } from "../../server/campaignStore.ts";

/** Which of these ids are live lists or customers of the location. */
export async function liveIds(
  db: Db,
  table: "customer_lists" | "customers",
  { dealer_id, location_id }: LocationKey,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom(table)
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("deleted_at", "is", null)
    .where("id", "=", sql<number>`any(${[...ids]}::bigint[])`)
    .select("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Replaces the lists and people that a campaign is for. */
export async function replaceChoice(
  db: Db,
  { dealer_id, campaign_id }: CampaignKey,
  choice: { readonly list_ids: readonly number[]; readonly customer_ids: readonly number[] },
): Promise<void> {
  for (const table of ["campaign_lists", "campaign_picks"] as const) {
    await db.deleteFrom(table).where("dealer_id", "=", dealer_id).where("campaign_id", "=", campaign_id).execute();
  }
  const lists = choice.list_ids.map((list_id) => ({ dealer_id, campaign_id, list_id }));
  const picks = choice.customer_ids.map((customer_id) => ({ dealer_id, campaign_id, customer_id }));
  if (lists.length > 0) await db.insertInto("campaign_lists").values(lists).execute();
  if (picks.length > 0) await db.insertInto("campaign_picks").values(picks).execute();
}

/** A template of the location, for what a campaign copies of it. */
export async function templateById(db: Db, { dealer_id, location_id }: LocationKey, id: number) {
  return db
    .selectFrom("text_templates")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .select(["id", "image_id"])
    .select(sql<boolean>`deleted_at is not null`.as("isDeleted"))
    .executeTakeFirst();
}

interface NewCampaign extends LocationKey {
  readonly channel?: Channel;
  readonly title: string;
  readonly body: string;
  readonly client_id: string | null;
  readonly created_by: number;
  readonly created_at: Date;
}

/** Adds a draft. @returns undefined when its maker's retry added it already. */
export async function insertCampaign(db: Db, campaign: NewCampaign): Promise<number | undefined> {
  const row = await db
    .insertInto("campaigns")
    .values(campaign)
    .onConflict((conflict) => conflict.columns(["dealer_id", "client_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** The location's campaign that a client made under its own id. */
export async function campaignByClientId(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  client_id: string,
  channel: Channel = "sms",
) {
  return db
    .selectFrom("campaigns")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("client_id", "=", client_id)
    .where("channel", "=", channel)
    .select(["id", "version"])
    .executeTakeFirst();
}

interface NewAttestation extends CampaignKey {
  readonly kind: "consent" | "collected" | "unknown";
  readonly words: string;
  readonly is_explicit: boolean;
  readonly people: number | null;
  readonly user_id: number;
  readonly ip: string;
  readonly at: Date;
}

export async function insertAttestation(db: Db, attestation: NewAttestation): Promise<void> {
  await db.insertInto("campaign_attestations").values(attestation).execute();
}

/** Ends everybody whom a canceled campaign hasn't reached. */
export async function cancelPending(db: Db, { dealer_id, campaign_id }: CampaignKey): Promise<void> {
  await db
    .updateTable("campaign_recipients")
    .set({ state: "skipped", reason: "cancelled" })
    .where("dealer_id", "=", dealer_id)
    .where("campaign_id", "=", campaign_id)
    .where("state", "=", "pending")
    .execute();
}
