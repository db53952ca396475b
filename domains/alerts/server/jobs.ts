import * as z from "zod/mini";
import { job } from "#core/job.ts";

/** Deletes alerts past their retention. */
export const removeEndedAlertsJob = job("alerts.removeEnded", z.object({}), { retries: 0 });
