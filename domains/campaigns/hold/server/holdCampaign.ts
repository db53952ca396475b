import { sql } from "kysely";
import { Failure } from "#core/failure.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import type { CampaignState } from "../../rules.ts";
import { type CampaignKey, lockCampaignForWork, updateCampaign } from "../../server/campaignStore.ts";
import { publishCampaign } from "../../server/publishCampaign.ts";

/** The business that a campaign of any business belongs to. */
export async function dealerOfCampaign(db: Db, id: number): Promise<number | undefined> {
  const row = await db.selectFrom("campaigns").where("id", "=", id).select("dealer_id").executeTakeFirst();
  return row?.dealer_id;
}

const holdable: readonly CampaignState[] = ["waiting", "preparing", "sending", "paused"];

/** Holds a business's campaign for the platform: it pauses, and only the platform lets it go on. Undefined when it is gone. */
export async function holdCampaign(unit: UnitOfWork, key: CampaignKey, reason: string) {
  const campaign = await lockCampaignForWork(unit.db, key);
  if (!campaign) return undefined;
  if (!holdable.includes(campaign.state)) {
    throw new Failure("conflict", "Only a campaign that is scheduled, sending or paused can be held.");
  }
  const { state } = campaign;
  const isRunning = state === "waiting" || state === "preparing" || state === "sending";
  await updateCampaign(unit.db, key, {
    held_for: reason,
    ...(isRunning && { state: "paused", paused_from: state, why: "" }),
  });
  publishCampaign(unit, campaign, campaign.id);
  return campaign;
}

const released = "Rooftop released it. Resume it if it should still go out";

/** Gives a held campaign back to its business, paused: whether it should still go is theirs to say. */
export async function releaseCampaign(unit: UnitOfWork, key: CampaignKey) {
  const campaign = await lockCampaignForWork(unit.db, key);
  if (!campaign) return undefined;
  if (campaign.held_for === "") throw new Failure("conflict", "This campaign isn't held.");
  await updateCampaign(unit.db, key, { held_for: "", ...(campaign.state === "paused" && { why: released }) });
  publishCampaign(unit, campaign, campaign.id);
  return campaign;
}

/** Gives all unfinished campaigns time again after all marketing was stopped, so that the stop makes nobody miss one. */
export async function extendCampaigns(db: Db, ends_by: Date): Promise<void> {
  await db
    .updateTable("campaigns")
    .set({ ends_by: sql<Date>`greatest(ends_by, ${ends_by})` })
    .where("state", "in", ["waiting", "preparing", "sending", "paused"])
    .where("ends_by", "is not", null)
    .execute();
}
