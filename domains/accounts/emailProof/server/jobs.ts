import * as z from "zod/mini";
import { job } from "#core/job.ts";

/** Mails a new business its first link. The link is made when the job runs, so that no queue stores it. */
export const emailProofJob = job("accounts.emailProof", z.object({ dealer_id: z.number() }), {
  retries: 8,
  retryDelay: 15,
});
