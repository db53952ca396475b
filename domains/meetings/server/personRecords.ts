import { sql } from "kysely";
import type { PersonRecords } from "#core/server/personRecords.ts";

/** Meetings are known by their appointment alone; only who was invited by mail is kept here. */
export const meetingPersonRecords: PersonRecords = {
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
