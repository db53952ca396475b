import type { LocationKey } from "#core/people.ts";
import type { ThreadServer } from "#core/server/threadWork.ts";
import { mailBrakeReason } from "../../email/rules.ts";
import { recentMails } from "../../email/server/public.ts";
import { judgeCampaign, markStarted } from "../../ledger/server/public.ts";
import { type CampaignKey, campaignsInState } from "../../server/campaignStore.ts";
import { publishProgress } from "../../server/publishCampaign.ts";
import { claimMails } from "./claimMails.ts";
import { handOverMails } from "./handOverMails.ts";

/** Milliseconds after which a turn of the ticker ends, so that others have theirs. */
const turnMs = 15_000;

/** Hands over what is due of every location's email campaigns, as fast as the mail server takes it. */
export async function feedMails(server: ThreadServer): Promise<void> {
  const sending = await server.within.platform("email campaigns that send", ({ db }) =>
    campaignsInState(db, "sending", "email"),
  );
  const locations = new Map(sending.map(({ dealer_id, location_id }) => [location_id, { dealer_id, location_id }]));
  const endsAt = performance.now() + turnMs;
  for (const location of locations.values()) {
    if (!(await feedLocation(server, location, endsAt))) break;
  }
  for (const key of sending) await judgeMailCampaign(server, key);
}

/** @returns false when the mail server takes nothing for now, whatever location it is from. */
async function feedLocation(server: ThreadServer, location: LocationKey, endsAt: number): Promise<boolean> {
  while (performance.now() < endsAt) {
    const batch = await claimMails(server, location);
    if (batch.length === 0) return true;
    const campaign_ids = new Set(batch.map(({ key }) => key.campaign_id));
    await markStarted(server, location.dealer_id, [...campaign_ids]);
    const isTaken = await handOverMails(server, batch);
    await publishProgress(server, location, campaign_ids);
    if (!isTaken) return false;
    for (const campaign_id of campaign_ids)
      await judgeMailCampaign(server, { dealer_id: location.dealer_id, campaign_id });
  }
  return true;
}

const judgeMailCampaign = (server: ThreadServer, key: CampaignKey) =>
  judgeCampaign(server, key, async (db) => mailBrakeReason(await recentMails(db, key)));
