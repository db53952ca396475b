import * as z from "zod/mini";
import { job } from "#core/job.ts";

/** Removes reports about mails that are older than 30 days. */
export const sweepReportsJob = job("marketing.reports", z.object({}), { retries: 0 });
