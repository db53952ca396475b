import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { calendarSource } from "../busyTimes/contract.ts";
import { calendarSourceHandlers } from "../busyTimes/server/handlers.ts";
import { calendarWorkers } from "../busyTimes/server/worker.ts";
import { connectedCalendar } from "../connectedCalendar/contract.ts";
import { connectedCalendarHandlers } from "../connectedCalendar/server/handlers.ts";
import { connectedCalendarWorkers } from "../connectedCalendar/server/worker.ts";
import { meetings } from "../contract.ts";
import { calendarFeed } from "../feed/contract.ts";
import { calendarFeedHandlers } from "../feed/server/handlers.ts";
import { serveCalendar } from "../feed/server/serveCalendar.ts";
import { serveMeetingPage } from "../page/server/serveMeetingPage.ts";
import { meetingRoom } from "../room/contract.ts";
import { meetingRoomHandlers } from "../room/server/handlers.ts";
import { serveGuests } from "../room/server/serveGuests.ts";
import { roomWorkers } from "../room/server/worker.ts";
import { meetingHandlers } from "./handlers.ts";
import { meetingPersonRecords } from "./personRecords.ts";
import { meetingWorkers } from "./worker.ts";

export const meetingsManifest: DomainManifest = {
  name: "meetings",
  calls: [
    callGroup(meetings, meetingHandlers),
    callGroup(meetingRoom, meetingRoomHandlers),
    callGroup(calendarFeed, calendarFeedHandlers),
    callGroup(calendarSource, calendarSourceHandlers),
    callGroup(connectedCalendar, connectedCalendarHandlers),
  ],
  routes: [serveMeetingPage, serveGuests, serveCalendar],
  workers: [...meetingWorkers, ...roomWorkers, ...calendarWorkers, ...connectedCalendarWorkers],
  person: meetingPersonRecords,
  tables: [
    "meetings",
    "meeting_people",
    "meeting_invitations",
    "meeting_seats",
    "meeting_signals",
    "calendar_feeds",
    "calendar_sources",
    "busy_times",
    "calendar_accounts",
    "calendar_consents",
    "calendar_events",
    "calendar_revocations",
    "calendar_times",
  ],
  reads: [
    "appointments",
    "appointment_end",
    "deleted_appointments",
    "customers",
    "locations",
    "location_members",
    "users",
    "review_accounts",
  ],
};
