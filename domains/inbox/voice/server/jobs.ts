import * as z from "zod/mini";
import { job } from "#core/job.ts";
import { Id } from "#core/words.ts";

/** Decides what became of a call when the carrier never said. */
export const settleCallJob = job("voice.settleCall", z.object({ dealer_id: Id, call_id: Id }));

/** Fetches a recording from the carrier, and keeps it. */
export const fetchRecordingJob = job("voice.fetchRecording", z.object({ dealer_id: Id, recording_id: Id }), {
  retries: 10,
  concurrency: 2,
});
