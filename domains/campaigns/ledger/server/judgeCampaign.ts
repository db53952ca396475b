import type { ThreadServer } from "#core/server/threadWork.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { type CampaignKey, lockCampaignForWork, updateCampaign } from "../../server/campaignStore.ts";
import { progressThrottle, publishCampaign } from "../../server/publishCampaign.ts";
import { hasOpenRows } from "./overdueStore.ts";

/** What goes wrong with a campaign's last messages, in words; undefined while nothing does. */
type Brake = (db: Db, key: CampaignKey) => Promise<string | undefined>;

/** Ends a campaign in which everybody has a result, and pauses one that goes wrong. */
export async function judgeCampaign({ within, log }: ThreadServer, key: CampaignKey, brake: Brake): Promise<void> {
  await within.business({ dealer_id: key.dealer_id }, "judge a campaign", async (unit) => {
    const { db, now } = unit;
    const campaign = await lockCampaignForWork(db, key);
    if (campaign?.state !== "sending") return;
    if (!(await hasOpenRows(db, key))) {
      publishCampaign(unit, campaign, campaign.id);
      progressThrottle.forget(campaign.id);
      return updateCampaign(db, key, { state: "sent", why: "", finished_at: now() });
    }
    const why = await brake(db, key);
    if (why === undefined) return;
    log.warn({ ...key, why }, "a campaign paused itself");
    publishCampaign(unit, campaign, campaign.id);
    await updateCampaign(db, key, { state: "paused", paused_from: "sending", why });
  });
}
