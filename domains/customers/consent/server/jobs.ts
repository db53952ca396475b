import * as z from "zod/mini";
import { job } from "#core/job.ts";

/** Deletes a proof after its URL has expired. */
export const removeProofJob = job("consent.removeProof", z.object({ key: z.string() }));
