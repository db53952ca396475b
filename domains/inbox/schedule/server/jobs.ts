import * as z from "zod/mini";
import { job } from "#core/job.ts";
import { Id } from "#core/words.ts";

/** Sends a text whose time has come. */
export const sendScheduledJob = job("inbox.sendScheduled", z.object({ dealer_id: Id, scheduled_id: Id }), {
  expires: 30,
});

/** Finds texts whose time has come and whose job is lost, or not put in yet. */
export const recoverScheduledJob = job("inbox.recoverScheduled", z.object({}), { retries: 0 });
