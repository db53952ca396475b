import { worker } from "#core/server/domainManifest.ts";
import { deliverReply } from "./deliverReply.ts";
import { deliverReplyJob } from "./jobs.ts";

export const replyWorkers = [worker(deliverReplyJob, deliverReply)];
