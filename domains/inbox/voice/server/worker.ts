import { worker } from "#core/server/domainManifest.ts";
import { fetchRecording } from "./fetchRecording.ts";
import { fetchRecordingJob, mailCallJob, settleCallJob } from "./jobs.ts";
import { mailCall } from "./mailCall.ts";
import { settleCall } from "./settleCall.ts";

export const voiceWorkers = [
  worker(settleCallJob, settleCall),
  worker(fetchRecordingJob, fetchRecording),
  worker(mailCallJob, mailCall),
];
