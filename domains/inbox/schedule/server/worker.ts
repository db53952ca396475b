import { worker } from "#core/server/domainManifest.ts";
import { recoverScheduledJob, sendScheduledJob } from "./jobs.ts";
import { recoverScheduled } from "./recover.ts";
import { sendScheduled } from "./sendScheduled.ts";

export const scheduleWorkers = [
  worker(sendScheduledJob, sendScheduled),
  worker(recoverScheduledJob, (server) => recoverScheduled(server), {
    schedule: "* * * * *",
    atStart: (server) => recoverScheduled(server, true),
  }),
];
