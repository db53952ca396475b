import { worker } from "#core/server/domainManifest.ts";
import { rollUpJob } from "./jobs.ts";
import { rollUp } from "./rollUp.ts";

export const dashboardWorkers = [worker(rollUpJob, rollUp, { schedule: "* * * * *" })];
