import * as z from "zod/mini";
import { job } from "#core/job.ts";
import { Id } from "#core/words.ts";

/** Moves the files of a deleted message, so that addresses handed out before stop working. */
export const hideFilesJob = job("teamwork.hideFiles", z.object({ dealer_id: Id, message_id: Id }));
