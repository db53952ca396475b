import * as z from "zod/mini";
import { job } from "#core/job.ts";

/** Removes the stored files of the removed sample. */
export const removeFilesJob = job("sample.removeFiles", z.object({ keys: z.array(z.string()) }));
