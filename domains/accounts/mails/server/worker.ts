import { worker } from "#core/server/domainManifest.ts";
import { noticeJob } from "./jobs.ts";
import { notify } from "./notify.ts";

export const mailWorkers = [worker(noticeJob, notify)];
