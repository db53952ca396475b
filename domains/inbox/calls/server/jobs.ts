import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";

/** Decides a call's outcome when the carrier never reported it. */
export const settleCallJob = job("voice.settleCall", z.object({ dealer_id: Id, call_id: Id }));

/** Texts a missed caller when the carrier never reported the call's end. */
export const textBackJob = job("voice.textBack", z.object({ dealer_id: Id, call_id: Id }));

/** Emails a call's outcome; waits for the end of a conversation. */
export const mailCallJob = job(
  "voice.mailCall",
  z.object({ dealer_id: Id, call_id: Id, reference: z.string(), waits: z.number() }),
);

/** Downloads a recording from the carrier. */
export const fetchRecordingJob = job("voice.fetchRecording", z.object({ dealer_id: Id, recording_id: Id }), {
  retries: 10,
  concurrency: 2,
});
