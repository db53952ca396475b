import * as z from "zod/mini";
import { job } from "#core/job.ts";

/** Notes the ends of visits whose time is up. */
export const endVisitsJob = job("visits.end", z.object({}), { retries: 0 });
