import { worker } from "#core/server/domainManifest.ts";
import { sweepTasksJob } from "./jobs.ts";
import { sweepTasks } from "./sweepTasks.ts";

export const taskWorkers = [worker(sweepTasksJob, sweepTasks, { schedule: "* * * * *" })];
