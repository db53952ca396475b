import * as z from "zod/mini";
import { job } from "#core/job.ts";

/** Publishes pending events of crashed processes, and deletes events older than an hour. */
export const sweepEventsJob = job("live.sweepEvents", z.object({}), { retries: 0 });
