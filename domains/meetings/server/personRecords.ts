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
  ],
};
