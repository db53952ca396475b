import { sql } from "kysely";
import { Failure, orNotFound } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { activeStates, type CampaignState, type Channel } from "../../rules.ts";
import {
  type CampaignKey,
  type CampaignRow,
  lockCampaign,
  lockCampaignForWork,
  updateCampaign,
} from "../../server/campaignStore.ts";
import { publishCampaign } from "../../server/publishCampaign.ts";

const lifetimeMs = 72 * 3_600_000;

const keyOf = ({ dealer_id, id }: CampaignRow) => ({ dealer_id, campaign_id: id });

async function lockOwn({ db, scope }: StaffContext, id: number, channel: Channel): Promise<CampaignRow> {
  return orNotFound(await lockCampaign(db, scope, id, channel));
}

/** How the trail names a campaign. */
export const campaignSubject = (channel: Channel) => (channel === "sms" ? "text campaign" : "email campaign");

/** Tells the trail and the location's browsers. */
async function auditChange(context: StaffContext, campaign: CampaignRow, action: string): Promise<void> {
  const { id, title, channel } = campaign;
  publishCampaign(context, campaign, id);
  await context.audit({ action, subject: campaignSubject(channel), subject_id: id, detail: { title } });
}

/** Pauses a campaign. What the carrier has already is delivered; nothing else leaves. */
export async function pauseCampaign(context: StaffContext, id: number, channel: Channel = "sms"): Promise<void> {
  const campaign = await lockOwn(context, id, channel);
  const { state } = campaign;
  if (state === "paused") return;
  if (state !== "waiting" && state !== "preparing" && state !== "sending") {
    throw new Failure("conflict", "Only a campaign that is scheduled or sending can be paused.");
  }
  await updateCampaign(context.db, keyOf(campaign), { state: "paused", paused_from: state, why: "" });
  await auditChange(context, campaign, "paused");
}

/** Goes on with a paused or stopped campaign where it was; being late is fine from now on. */
export async function resumeCampaign(context: StaffContext, id: number, channel: Channel = "sms"): Promise<void> {
  const { db, now } = context;
  const campaign = await lockOwn(context, id, channel);
  const { state, paused_from, ends_by } = campaign;
  if ((state !== "paused" && state !== "stopped") || paused_from === null) {
    throw new Failure("conflict", "Only a paused campaign can be resumed.");
  }
  if (campaign.held_for !== "") {
    throw new Failure("conflict", `Rooftop paused this campaign: ${campaign.held_for}. Contact support to release it.`);
  }
  const inTime = new Date(now().getTime() + lifetimeMs);
  const change = { state: paused_from, paused_from: null, why: "", late_is_fine: true, number_held_at: null };
  await updateCampaign(db, keyOf(campaign), { ...change, ends_by: ends_by && ends_by > inTime ? ends_by : inTime });
  await auditChange(context, campaign, "resumed");
}

/** Cancels a campaign: whoever has got nothing so far gets nothing. */
export async function cancelCampaign(context: StaffContext, id: number, channel: Channel = "sms"): Promise<void> {
  const campaign = await lockOwn(context, id, channel);
  if (campaign.state === "cancelled") return;
  if (!activeStates.includes(campaign.state) && campaign.state !== "stopped") {
    throw new Failure("conflict", "Only a campaign that isn't finished can be canceled.");
  }
  await cancel(context, campaign);
  await auditChange(context, campaign, "canceled");
}

async function cancel({ db, now }: StaffContext, campaign: CampaignRow): Promise<void> {
  const key = keyOf(campaign);
  await cancelPending(db, key);
  await updateCampaign(db, key, { state: "cancelled", why: "", finished_at: now() });
}

/** Takes a campaign off the list; one at work is canceled. What was sent stays on record. */
export async function removeCampaign(context: StaffContext, id: number, channel: Channel = "sms"): Promise<void> {
  const campaign = await lockOwn(context, id, channel);
  if (activeStates.includes(campaign.state) || campaign.state === "stopped") await cancel(context, campaign);
  await updateCampaign(context.db, keyOf(campaign), { deleted_at: context.now() });
  await auditChange(context, campaign, "deleted");
}

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

/** Ends everybody whom a canceled campaign hasn't reached. */
async function cancelPending(db: Db, { dealer_id, campaign_id }: CampaignKey): Promise<void> {
  await db
    .updateTable("campaign_recipients")
    .set({ state: "skipped", reason: "cancelled" })
    .where("dealer_id", "=", dealer_id)
    .where("campaign_id", "=", campaign_id)
    .where("state", "=", "pending")
    .execute();
}
