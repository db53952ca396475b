import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";

/** Writes and reads one member's connected calendar. The next turn comes by itself, so nothing is tried again. */
export const syncCalendarJob = job("meetings.syncCalendar", z.object({ dealer_id: Id, user_id: Id }), {
  retries: 0,
  expires: 120,
  concurrency: 2,
});

/** Finds the connected calendars whose turn it is. */
export const sweepConnectedCalendarsJob = job("meetings.sweepConnectedCalendars", z.object({}), {
  retries: 0,
  expires: 60,
  concurrency: 1,
});

/** Ends the access to calendars that were disconnected. */
export const revokeCalendarsJob = job("meetings.revokeCalendars", z.object({}), {
  retries: 0,
  expires: 300,
  concurrency: 1,
});
