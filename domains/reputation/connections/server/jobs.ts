import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";

/** Reads a connected site's reviews. The next turn comes by itself, so nothing is tried again. */
export const syncReviewsJob = job("reviews.sync", z.object({ dealer_id: Id, site_id: Id }), {
  retries: 0,
  expires: 120,
  concurrency: 2,
});

/** Finds the sites whose turn it is. */
export const sweepReviewSitesJob = job("reviews.sweepSites", z.object({}), {
  retries: 0,
  expires: 60,
  concurrency: 1,
});
