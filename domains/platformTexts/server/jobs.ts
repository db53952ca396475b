import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";

/** Sends the automatic reply to a text. */
export const replyJob = job("platformTexts.reply", z.object({ id: Id }));
