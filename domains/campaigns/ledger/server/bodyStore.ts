import type { Db } from "#core/server/unitOfWork.ts";
import type { CampaignKey } from "../../server/campaignStore.ts";

/** Stores each distinct text once. */
export async function insertBodies(
  db: Db,
  dealer_id: number,
  bodies: readonly { readonly campaign_id: number; readonly hash: string; readonly body: string }[],
): Promise<void> {
  if (bodies.length === 0) return;
  await db
    .insertInto("campaign_bodies")
    .values(bodies.map((body) => ({ dealer_id, ...body })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The text that an attempt was to send. */
export async function bodyOf(db: Db, { dealer_id, campaign_id }: CampaignKey, hash: string): Promise<string> {
  const row = await db
    .selectFrom("campaign_bodies")
    .where("dealer_id", "=", dealer_id)
    .where("campaign_id", "=", campaign_id)
    .where("hash", "=", hash)
    .select("body")
    .executeTakeFirst();
  return row?.body ?? "";
}
