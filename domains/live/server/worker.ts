import { worker } from "#core/server/domainManifest.ts";
import { sweepEventsJob } from "./jobs.ts";
import { sweepEvents } from "./sweepEvents.ts";

export const liveWorkers = [worker(sweepEventsJob, sweepEvents, { schedule: "* * * * *", atStart: sweepEvents })];
