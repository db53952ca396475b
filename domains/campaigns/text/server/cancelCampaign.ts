import { Failure, orNotFound } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { activeStates, type Channel } from "../../rules.ts";
import { type CampaignRow, lockCampaign, updateCampaign } from "../../server/campaignStore.ts";
import { publishCampaign } from "../../server/publishCampaign.ts";
import { cancelPending } from "./choiceStore.ts";

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
  const change = { state: paused_from, paused_from: null, why: "", late_is_fine: true };
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
