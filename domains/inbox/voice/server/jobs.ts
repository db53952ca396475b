import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";

/** Decides a call's outcome when the carrier never reported it. */
export const settleCallJob = job("voice.settleCall", z.object({ dealer_id: Id, call_id: Id }));

/** Downloads a recording from the carrier. */
export const fetchRecordingJob = job("voice.fetchRecording", z.object({ dealer_id: Id, recording_id: Id }), {
  retries: 10,
  concurrency: 2,
});
