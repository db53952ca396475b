import { worker } from "#core/server/domainManifest.ts";
import { compactCounts } from "./compactCounts.ts";
import { compactCountsJob } from "./jobs.ts";

export const customerWorkers = [worker(compactCountsJob, compactCounts, { schedule: "*/5 * * * *" })];
