import type { LocationKey } from "#core/people.ts";
import type { ThreadServer } from "#core/server/threadWork.ts";
import { brakeReason } from "../../rules.ts";
import { campaignsInState } from "../../server/campaignStore.ts";
import { publishProgress } from "../../server/publishCampaign.ts";
import { claimBatch } from "./claimBatch.ts";
import { giveBack, handOver } from "./handOver.ts";
import { judgeCampaign } from "./judgeCampaign.ts";
import { markStarted } from "./markStarted.ts";
import { recentResults } from "./overdueStore.ts";

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
  for (const key of sending) {
    await judgeCampaign(server, key, async (db) => brakeReason(await recentResults(db, key)));
  }
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
