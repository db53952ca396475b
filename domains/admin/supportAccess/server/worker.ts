import { worker } from "#core/server/domainManifest.ts";
import { endSupportAccess } from "./endSupportAccess.ts";
import { endSupportAccessJob } from "./jobs.ts";

export const supportAccessWorkers = [worker(endSupportAccessJob, endSupportAccess, { schedule: "* * * * *" })];
