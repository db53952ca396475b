import { worker } from "#core/server/domainManifest.ts";
import { sweepReviewSitesJob, syncReviewsJob } from "../../connections/server/public.ts";
import { resumeSync, sweepReviewSites } from "./sweepReviewSites.ts";
import { syncReviews } from "./syncReviews.ts";

export const syncWorkers = [
  worker(syncReviewsJob, syncReviews),
  worker(sweepReviewSitesJob, sweepReviewSites, { schedule: "* * * * *", atStart: resumeSync }),
];
