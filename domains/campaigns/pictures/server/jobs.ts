import * as z from "zod/mini";
import { job } from "#core/job.ts";

/** Removes marketing pictures that nothing uses. */
export const sweepPicturesJob = job("campaigns.pictures", z.object({}), { retries: 0 });
