import type { LocationKey } from "#core/people.ts";
import type { ThreadServer } from "#core/server/threadWork.ts";
import { brakeReason } from "../../rules.ts";
import { type CampaignKey, campaignsInState, lockCampaignForWork, updateCampaign } from "../../server/campaignStore.ts";
import { ProgressThrottle, publishCampaign } from "../../server/publishCampaign.ts";
import { claimBatch } from "./claimBatch.ts";
import { giveBack, handOver } from "./handOver.ts";
import { markStarted } from "./markStarted.ts";
import { hasOpenRows, recentResults } from "./overdueStore.ts";

/** Milliseconds after which a turn of the ticker ends, so that others have theirs. */
const turnMs = 15_000;
/** Locations are fed side by side, each with one connection at a time. */
const parallelLocations = 2;

/** Hands over what is due at every location's number, as fast as the carrier takes it. */
export async function feed(server: ThreadServer): Promise<void> {
  const sending = await server.within.platform("campaigns that send", ({ db }) =>
    campaignsInState(db, "sending", "sms"),
  );
  const locations = [
    ...new Map(sending.map(({ dealer_id, location_id }) => [location_id, { dealer_id, location_id }])).values(),
  ];
  const endsAt = performance.now() + turnMs;
  const next = async () => {
    for (let location = locations.shift(); location; location = locations.shift()) {
      await feedLocation(server, location, endsAt);
    }
  };
  await Promise.all(Array.from({ length: parallelLocations }, next));
  for (const key of sending) await judgeCampaign(server, key);
}

/**
 * Hands over a location's due texts until none is left, its number is busy, or the turn ends. While a batch is with the
 * carrier, the next one is claimed.
 */
async function feedLocation(server: ThreadServer, location: LocationKey, endsAt: number): Promise<void> {
  const started = new Set<number>();
  let claim = claimBatch(server, location);
  for (;;) {
    const batch = await claim;
    if (batch.length === 0) return;
    const isOver = performance.now() >= endsAt;
    claim = isOver ? Promise.resolve([]) : claimBatch(server, location);
    // Awaited below, whatever becomes of this batch.
    claim.catch(() => {});
    const campaign_ids = [...new Set(batch.map(({ key }) => key.campaign_id))];
    const unmarked = campaign_ids.filter((id) => !started.has(id));
    try {
      if (unmarked.length > 0) await markStarted(server, location.dealer_id, unmarked);
      for (const id of unmarked) started.add(id);
      await handOver(server, batch);
    } catch (error) {
      await giveBack(server, location.dealer_id, await claim.catch(() => []), 0);
      throw error;
    }
    await publishProgress(server, location, campaign_ids);
  }
}

const progress = new ProgressThrottle();

async function publishProgress(
  { within }: ThreadServer,
  location: LocationKey,
  campaign_ids: readonly number[],
): Promise<void> {
  const due = campaign_ids.filter((id) => progress.isDue(id, performance.now()));
  if (due.length === 0) return;
  await within.business(location, "a campaign's progress", async (unit) => {
    for (const id of due) publishCampaign(unit, location, id);
  });
}

/** Ends a campaign in which everybody has a result, and pauses one that goes wrong. */
export async function judgeCampaign({ within, log }: ThreadServer, key: CampaignKey): Promise<void> {
  await within.business({ dealer_id: key.dealer_id }, "judge a campaign", async (unit) => {
    const { db, now } = unit;
    const campaign = await lockCampaignForWork(db, key);
    if (campaign?.state !== "sending") return;
    if (!(await hasOpenRows(db, key))) {
      publishCampaign(unit, campaign, campaign.id);
      progress.forget(campaign.id);
      return updateCampaign(db, key, { state: "sent", why: "", finished_at: now() });
    }
    const why = brakeReason(await recentResults(db, key));
    if (why === undefined) return;
    log.warn({ ...key, why }, "a campaign paused itself");
    publishCampaign(unit, campaign, campaign.id);
    await updateCampaign(db, key, { state: "paused", paused_from: "sending", why });
  });
}
