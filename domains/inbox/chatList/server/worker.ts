import { worker } from "#core/server/domainManifest.ts";
import { compactChatCounts } from "./chatCounts.ts";
import { closeIdleChats } from "./closeIdleChats.ts";
import { closeIdleJob, compactChatCountsJob } from "./jobs.ts";

export const chatListWorkers = [
  worker(closeIdleJob, closeIdleChats, { schedule: "7 * * * *" }),
  worker(compactChatCountsJob, compactChatCounts, { schedule: "*/5 * * * *" }),
];
