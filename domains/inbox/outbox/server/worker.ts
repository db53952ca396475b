import { worker } from "#core/server/domainManifest.ts";
import { deliver } from "./deliver.ts";
import { deliverJob, recoverJob, settleJob } from "./jobs.ts";
import { recover } from "./recover.ts";
import { settle } from "./settle.ts";

export const outboxWorkers = [
  worker(deliverJob, deliver),
  worker(settleJob, settle),
  worker(recoverJob, recover, { schedule: "* * * * *", atStart: (server) => recover(server, { all: true }) }),
];
