import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";

/** Sends a due text. */
export const sendScheduledJob = job("inbox.sendScheduled", z.object({ dealer_id: Id, scheduled_id: Id }), {
  expires: 30,
});

/** Finds due texts whose job was lost. */
export const recoverScheduledJob = job("inbox.recoverScheduled", z.object({}), { retries: 0 });
