import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";

/** Mails what a meeting's invitation doesn't say yet. */
export const announceJob = job("meetings.announce", z.object({ dealer_id: Id, appointment_id: Id }), {
  retries: 6,
  retryDelay: 30,
});

/** Texts the link to a customer whose host has waited for a while. */
export const nudgeJob = job("meetings.nudge", z.object({ dealer_id: Id, appointment_id: Id }), { retries: 3 });

/** Finds meetings that were changed elsewhere, and mails that a crash left. */
export const sweepInvitationsJob = job("meetings.sweepInvitations", z.object({}), {
  retries: 0,
  expires: 120,
  concurrency: 1,
});
