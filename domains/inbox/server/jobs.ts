import * as z from "zod/mini";
import { job } from "#core/job.ts";
import { Id } from "#core/words.ts";

/** Hands a stored text over to the carrier. */
export const deliverJob = job("inbox.deliver", z.object({ dealer_id: Id, message_id: Id }), {
  expires: 15,
  concurrency: 8,
});

/** Asks the carrier about a hand-over whose answer was lost. */
export const settleJob = job("inbox.settle", z.object({ dealer_id: Id, message_id: Id, attempt: Id }), {
  expires: 15,
});

/** Finds texts that a process which died has left behind. */
export const recoverJob = job("inbox.recover", z.object({ all: z.optional(z.boolean()) }), { retries: 0 });

/** Moves chats that nobody wrote in for a month to In-Active. */
export const closeIdleJob = job("inbox.closeIdle", z.object({}), { retries: 0 });

/** Fetches what came with an inbound text from the carrier, and keeps it. */
export const fetchMediaJob = job("inbox.fetchMedia", z.object({ dealer_id: Id, media_id: Id }), { retries: 8 });

/** Adds up what has changed the numbers of chats that wait since the last time. */
export const compactChatCountsJob = job("inbox.compactChatCounts", z.object({}), { retries: 0 });
