import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";

/** Reads one person's own calendar. The next turn comes by itself, so nothing is tried again. */
export const readCalendarJob = job("meetings.readCalendar", z.object({ dealer_id: Id, user_id: Id }), {
  retries: 0,
  expires: 60,
  concurrency: 2,
});

/** Finds the calendars whose turn it is. */
export const sweepCalendarsJob = job("meetings.sweepCalendars", z.object({}), {
  retries: 0,
  expires: 60,
  concurrency: 1,
});
