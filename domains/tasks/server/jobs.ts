import * as z from "zod/mini";
import { job } from "#core/job.ts";

/** Creates the rules' tasks, and ends the fulfilled ones. */
export const sweepTasksJob = job("tasks.sweep", z.object({}), { retries: 0, expires: 300, concurrency: 1 });
