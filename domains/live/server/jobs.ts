import * as z from "zod/mini";
import { job } from "#core/job.ts";

/** Tells what a process that died left untold, and forgets what is older than an hour. */
export const sweepEventsJob = job("live.sweepEvents", z.object({}), { retries: 0 });
