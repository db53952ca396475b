import * as z from "zod/mini";
import { job } from "#core/job.ts";

/** Rolls up complete hours. */
export const rollUpJob = job("dashboard.rollUp", z.object({}), { retries: 0, concurrency: 1, expires: 600 });
