import type { Server } from "#core/server/serve.ts";
import { resumeWalks, syncReviewsJob, takeDueConnections } from "../../connections/server/public.ts";
import { leaseMs } from "./syncReviews.ts";

const reason = "reviews of connected sites";

/** Enqueues the connected sites of all businesses whose turn it is. */
export async function sweepReviewSites({ within }: Pick<Server, "within">): Promise<void> {
  await within.platform(reason, async ({ db, now, enqueue }) => {
    const until = new Date(now().getTime() + leaseMs);
    for (const key of await takeDueConnections(db, now(), until)) enqueue(syncReviewsJob, key);
  });
}

/** Takes up the walks that a dead process left. */
export async function resumeSync(server: Pick<Server, "within">): Promise<void> {
  await server.within.platform(reason, ({ db, now }) => resumeWalks(db, now()));
  await sweepReviewSites(server);
}
