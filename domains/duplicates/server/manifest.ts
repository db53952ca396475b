import { sql } from "kysely";
import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { contactPattern, type Person, type PersonRecords } from "#core/server/personRecords.ts";
import { duplicates } from "../contract.ts";
import { duplicateHandlers } from "./handlers.ts";

const inPair =
  (one: string, other: string) =>
  ({ customer_ids }: Person) =>
    sql`${sql.ref(one)} = any(${[...customer_ids]}::bigint[]) or ${sql.ref(other)} = any(${[...customer_ids]}::bigint[])`;

/** A merge remembers both customers' fields; without them it can't be undone any more. */
const duplicatePersonRecords: PersonRecords = {
  tables: [
    {
      table: "customer_merges",
      rows: (person) =>
        sql`${inPair("kept_id", "merged_id")(person)} or moved::text ~* ${contactPattern(person)}::text`,
      erase: "delete",
    },
    { table: "known_apart", rows: inPair("customer_id", "other_id"), erase: "delete" },
  ],
};

export const duplicatesManifest: DomainManifest = {
  name: "duplicates",
  calls: [
    callGroup(duplicates, (domains) => duplicateHandlers(domains.flatMap(({ customerWork = [] }) => customerWork))),
  ],
  person: duplicatePersonRecords,
  tables: ["customer_merges", "known_apart", "duplicate_candidates", "duplicate_candidates_of"],
  reads: ["users", "customers"],
};
