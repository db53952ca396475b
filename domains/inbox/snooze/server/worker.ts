import { worker } from "#core/server/domainManifest.ts";
import { wakeChatsJob } from "./jobs.ts";
import { wakeChats } from "./wakeChats.ts";

export const snoozeWorkers = [worker(wakeChatsJob, wakeChats, { schedule: "* * * * *", atStart: wakeChats })];
