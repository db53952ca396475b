import type { LocationKey } from "#core/people.ts";
import type { ThreadServer } from "#core/server/threadWork.ts";
import { brakeReason } from "../../rules.ts";
import { campaignsInState } from "../../server/campaignStore.ts";
import { publishProgress } from "../../server/publishCampaign.ts";
import { type ClaimedRecipient, claimBatch } from "./claimBatch.ts";
import { giveBack, handOver } from "./handOver.ts";
import { judgeCampaign } from "./judgeCampaign.ts";
import { markStarted } from "./markStarted.ts";
import { recentResults } from "./overdueStore.ts";

/** Milliseconds after which a turn of the ticker ends, so that others have theirs. */
const turnMs = 15_000;
/** Locations are fed side by side, each with a connection for its claim and one for every round under way. */
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
 * So many rounds are under way at once: one is with the carrier while the database works on another. A third sends a
 * tenth faster, and keeps the inbox waiting for longer than it may.
 */
const parallelRounds = 2;

/** Hands over a location's due texts until none is left, its number is busy, or the turn ends. */
async function feedLocation(server: ThreadServer, location: LocationKey, endsAt: number): Promise<void> {
  const started = new Set<number>();
  const rounds = claimedRounds(server, location, endsAt);
  const lane = async () => {
    for await (const round of rounds) {
      const campaign_ids = [...new Set(round.map(({ key }) => key.campaign_id))];
      const unmarked = campaign_ids.filter((id) => !started.has(id));
      if (unmarked.length > 0) await markStarted(server, location.dealer_id, unmarked);
      for (const id of unmarked) started.add(id);
      await handOver(server, round);
      await publishProgress(server, location, campaign_ids);
    }
  };
  // A round that is with the carrier ends, whatever becomes of the other.
  const lanes = await Promise.allSettled(Array.from({ length: parallelRounds }, lane));
  const failed = lanes.find((ended) => ended.status === "rejected");
  if (failed) throw failed.reason;
}

/** What is due at a location, round by round. With the last one claimed under way, the next texts are claimed. */
async function* claimedRounds(
  server: ThreadServer,
  location: LocationKey,
  endsAt: number,
): AsyncGenerator<ClaimedRecipient[]> {
  const nothing = Promise.resolve<ClaimedRecipient[][]>([]);
  let rounds: ClaimedRecipient[][] = [];
  let claim = claimBatch(server, location);
  try {
    for (;;) {
      rounds = await claim;
      claim = nothing;
      if (rounds.length === 0) return;
      for (let round = rounds.shift(); round; round = rounds.shift()) {
        if (rounds.length === 0 && performance.now() < endsAt) {
          claim = claimBatch(server, location);
          // Awaited above or below, whatever becomes of this round.
          claim.catch(() => {});
        }
        yield round;
      }
    }
  } finally {
    // A round has failed: nobody hands over what comes after it.
    const left = [...rounds, ...(await claim.catch(() => []))].flat();
    if (left.length > 0) await giveBack(server, location.dealer_id, left, 0);
  }
}
