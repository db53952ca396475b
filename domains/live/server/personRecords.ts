import { sql } from "kysely";
import { type PersonRecords, personPattern } from "#core/server/personRecords.ts";

/** The numbers of events have no gap, so an event stays and says nothing. */
export const livePersonRecords: PersonRecords = {
  tables: [
    {
      table: "events",
      rows: (person) => sql`payload::text ~* ${personPattern(person)}::text`,
      erase: sql`payload = '{}'`,
    },
  ],
};
