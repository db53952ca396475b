import { sql } from "kysely";
import { type Person, type PersonRecords, personPattern } from "#core/server/personRecords.ts";

const inTheirChats = ({ chat_ids }: Person) => sql`chat_id = any(${[...chat_ids]}::bigint[])`;

/** Those about tasks and alerts name the customer in their text alone. */
export const notificationPersonRecords: PersonRecords = {
  tables: [
    {
      table: "notifications",
      rows: (person) => sql`${inTheirChats(person)} or title || ' ' || text ~* ${personPattern(person)}::text`,
      erase: "delete",
    },
    { table: "phone_notices", rows: inTheirChats, erase: "delete" },
  ],
};
