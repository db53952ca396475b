import * as z from "zod/mini";
import { job } from "#core/job.ts";

/** Adds up what has changed the numbers of customers since the last time. */
export const compactCountsJob = job("customers.compactCounts", z.object({}), { retries: 0 });
