import * as z from "zod/mini";
import { job } from "#core/job.ts";

/** Deletes a proof when its address no longer works. */
export const removeProofJob = job("consent.removeProof", z.object({ key: z.string() }));
