import * as z from "zod/mini";
import { job } from "#core/job.ts";

/** Sums the accumulated rows of `customer_counts`. */
export const compactCountsJob = job("customers.compactCounts", z.object({}), { retries: 0 });
