import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";

/** Sends a stored text through the carrier. */
export const deliverJob = job("inbox.deliver", z.object({ dealer_id: Id, message_id: Id }), {
  expires: 15,
  concurrency: 8,
});

/** Looks up a send attempt whose response was lost. */
export const settleJob = job("inbox.settle", z.object({ dealer_id: Id, message_id: Id, attempt: Id }), {
  expires: 15,
});

/** Re-enqueues texts that a dead process left behind. */
export const recoverJob = job("inbox.recover", z.object({ all: z.optional(z.boolean()) }), { retries: 0 });
