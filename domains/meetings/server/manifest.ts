import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { calendarSource } from "../busyTimes/contract.ts";
import { calendarSourceHandlers } from "../busyTimes/server/handlers.ts";
import { calendarWorkers } from "../busyTimes/server/worker.ts";
import { meetings } from "../contract.ts";
import { calendarFeed } from "../feed/contract.ts";
import { calendarFeedHandlers } from "../feed/server/handlers.ts";
import { serveCalendar } from "../feed/server/serveCalendar.ts";
import { serveMeetingPage } from "../page/server/serveMeetingPage.ts";
import { meetingHandlers } from "./handlers.ts";
import { meetingPersonRecords } from "./personRecords.ts";
import { invitationWorkers } from "./worker.ts";

export const meetingsManifest: DomainManifest = {
  name: "meetings",
  calls: [
    callGroup(meetings, meetingHandlers),
    callGroup(calendarFeed, calendarFeedHandlers),
    callGroup(calendarSource, calendarSourceHandlers),
  ],
  routes: [serveMeetingPage, serveCalendar],
  workers: [...invitationWorkers, ...calendarWorkers],
  person: meetingPersonRecords,
  tables: ["meetings", "meeting_people", "meeting_invitations", "calendar_feeds", "calendar_sources", "busy_times"],
  reads: [
    "appointments",
    "appointment_end",
    "deleted_appointments",
    "customers",
    "locations",
    "location_members",
    "users",
  ],
};
