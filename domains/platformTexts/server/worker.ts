import { worker } from "#core/server/domainManifest.ts";
import { replyJob } from "./jobs.ts";
import { sendReply } from "./sendReply.ts";

export const platformTextWorkers = [worker(replyJob, sendReply)];
