import { worker } from "#core/server/domainManifest.ts";
import { readCalendarJob, sweepCalendarsJob } from "./jobs.ts";
import { readCalendar } from "./readCalendar.ts";
import { sweepCalendars } from "./sweepCalendars.ts";

export const calendarWorkers = [
  worker(readCalendarJob, readCalendar),
  worker(sweepCalendarsJob, sweepCalendars, { schedule: "* * * * *" }),
];
