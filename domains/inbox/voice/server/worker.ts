import { worker } from "#core/server/domainManifest.ts";
import { fetchRecording } from "./fetchRecording.ts";
import { fetchRecordingJob, settleCallJob } from "./jobs.ts";
import { settleCall } from "./settleCall.ts";

export const voiceWorkers = [worker(settleCallJob, settleCall), worker(fetchRecordingJob, fetchRecording)];
