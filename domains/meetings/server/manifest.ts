import { sql } from "kysely";
import { callGroup, type DomainManifest, on, worker } from "#core/server/domainManifest.ts";
import type { PersonRecords } from "#core/server/personRecords.ts";
import { appointmentFacts } from "#domains/appointments/server/public.ts";
import { customerFacts } from "#domains/customers/server/public.ts";
import { calendarSource } from "#domains/meetings/busyTimes/contract.ts";
import { calendarSourceHandlers } from "#domains/meetings/busyTimes/server/handlers.ts";
import { calendarWorkers } from "#domains/meetings/busyTimes/server/readCalendar.ts";
import { connectedCalendar } from "#domains/meetings/connectedCalendar/contract.ts";
import { connectedCalendarHandlers } from "#domains/meetings/connectedCalendar/server/handlers.ts";
import {
  connectedCalendarWorkers,
  writeChange,
} from "#domains/meetings/connectedCalendar/server/sweepConnectedCalendars.ts";
import { calendarFeed } from "#domains/meetings/feed/contract.ts";
import { calendarFeedHandlers } from "#domains/meetings/feed/server/handlers.ts";
import { serveCalendar } from "#domains/meetings/feed/server/serveCalendar.ts";
import { serveMeetingPage } from "#domains/meetings/page/server/serveMeetingPage.ts";
import { meetingRoom } from "#domains/meetings/room/contract.ts";
import { meetingRoomHandlers } from "#domains/meetings/room/server/handlers.ts";
import { serveGuests } from "#domains/meetings/room/server/serveGuests.ts";
import { roomWorkers } from "#domains/meetings/room/server/sweepRooms.ts";
import { meetings } from "../contract.ts";
import { announce, announceChange, followCustomer, sweepInvitations } from "./announce.ts";
import { meetingHandlers } from "./handlers.ts";
import { announceJob, nudgeJob, sweepInvitationsJob } from "./jobs.ts";
import { nudge } from "./nudge.ts";

const meetingWorkers = [
  worker(announceJob, announce),
  worker(nudgeJob, nudge),
  worker(sweepInvitationsJob, sweepInvitations, { schedule: "11 * * * *" }),
];

/** Meetings are known by their appointment alone; only who was invited by mail is kept here. */
const meetingPersonRecords: PersonRecords = {
  tables: [
    {
      table: "meeting_invitations",
      rows: ({ customer_ids, emails }) =>
        sql`customer_id = any(${[...customer_ids]}::bigint[]) or email = any(${[...emails]}::text[])`,
      erase: "delete",
    },
    {
      table: "calendar_events",
      rows: ({ customer_ids }) =>
        sql`appointment_id in (select id from appointments a where a.dealer_id = calendar_events.dealer_id
          and a.customer_id = any(${[...customer_ids]}::bigint[]))`,
      // The row is what finds the event in the member's calendar, from where it is then taken out.
      erase: sql`is_unwanted = true`,
    },
  ],
};

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
  listeners: [
    on(appointmentFacts.changed, "meetings.announceChange", announceChange),
    on(appointmentFacts.changed, "meetings.writeChange", writeChange),
    on(customerFacts.changed, "meetings.followCustomer", followCustomer),
  ],
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
