import * as z from "zod/mini";
import { job } from "#core/job.ts";

/** Removes alerts that ended long ago. */
export const removeEndedAlertsJob = job("alerts.removeEnded", z.object({}), { retries: 0 });
