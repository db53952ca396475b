import { worker } from "#core/server/domainManifest.ts";
import { fetchRecording } from "./fetchRecording.ts";
import { fetchRecordingJob, mailCallJob, settleCallJob, textBackJob } from "./jobs.ts";
import { mailCall } from "./mailCall.ts";
import { settleCall } from "./settleCall.ts";
import { textBackLater } from "./textBackLater.ts";

export const voiceWorkers = [
  worker(settleCallJob, settleCall),
  worker(textBackJob, textBackLater),
  worker(fetchRecordingJob, fetchRecording),
  worker(mailCallJob, mailCall),
];
