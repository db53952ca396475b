import { sql } from "kysely";
import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { type PersonRecords, personPattern } from "#core/server/personRecords.ts";
import { live } from "../contract.ts";
import { eventWorkers, missedEventHandlers } from "./handlers.ts";

/** The numbers of events have no gap, so an event stays and says nothing. */
const eventPersonRecords: PersonRecords = {
  tables: [
    {
      table: "events",
      rows: (person) => sql`payload::text ~* ${personPattern(person)}::text`,
      erase: sql`payload = '{}'`,
    },
  ],
};

export const missedEventsManifest: DomainManifest = {
  name: "missedEvents",
  calls: [callGroup(live, missedEventHandlers)],
  workers: eventWorkers,
  person: eventPersonRecords,
  tables: ["events", "event_heads"],
  reads: [],
};
