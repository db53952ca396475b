import * as z from "zod/mini";
import { job } from "#core/job.ts";

/** Makes tasks by the rules, and ends those that an act has done. */
export const sweepTasksJob = job("tasks.sweep", z.object({}), { retries: 0, expires: 300, concurrency: 1 });
