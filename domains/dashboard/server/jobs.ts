import * as z from "zod/mini";
import { job } from "#core/job.ts";

/** Adds up the messages of the hours that are over. */
export const rollUpJob = job("dashboard.rollUp", z.object({}), { retries: 0, concurrency: 1, expires: 600 });
