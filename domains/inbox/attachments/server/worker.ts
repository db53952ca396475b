import { worker } from "#core/server/domainManifest.ts";
import { sweepAttachmentsJob } from "./jobs.ts";
import { sweepAttachments } from "./sweep.ts";

export const attachmentWorkers = [worker(sweepAttachmentsJob, sweepAttachments, { schedule: "23 * * * *" })];
