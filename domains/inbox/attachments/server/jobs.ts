import * as z from "zod/mini";
import { job } from "#core/job.ts";

/** Removes uploads that nobody sent within a day. */
export const sweepAttachmentsJob = job("chatAttachments.sweep", z.object({}), { retries: 0 });
