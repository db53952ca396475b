import * as z from "zod/mini";
import { job } from "#core/job.ts";
import { Id } from "#core/words.ts";

/** Gives the files of a deleted message other names, so that the addresses which people have lead nowhere. */
export const hideFilesJob = job("teamwork.hideFiles", z.object({ dealer_id: Id, message_id: Id }));
