import { worker } from "#core/server/domainManifest.ts";
import { revokeCalendarsJob, sweepConnectedCalendarsJob, syncCalendarJob } from "./jobs.ts";
import { revokeCalendars } from "./revokeCalendars.ts";
import { sweepConnectedCalendars } from "./sweepConnectedCalendars.ts";
import { syncCalendar } from "./syncCalendar.ts";

export const connectedCalendarWorkers = [
  worker(syncCalendarJob, syncCalendar),
  worker(sweepConnectedCalendarsJob, sweepConnectedCalendars, { schedule: "* * * * *" }),
  worker(revokeCalendarsJob, revokeCalendars, { schedule: "* * * * *" }),
];
