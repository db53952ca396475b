import * as z from "zod/mini";
import { job } from "#core/job.ts";

/** Records the ends of expired support access. */
export const endSupportAccessJob = job("visits.end", z.object({}), { retries: 0 });
