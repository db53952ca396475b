import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";

/** Moves the files of a deleted message, so that addresses handed out before stop working. */
export const hideFilesJob = job("teamwork.hideFiles", z.object({ dealer_id: Id, message_id: Id }));
