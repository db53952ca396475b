import { sql } from "kysely";
import { contactPattern, type Person, type PersonRecords } from "#core/server/personRecords.ts";

const inPair =
  (one: string, other: string) =>
  ({ customer_ids }: Person) =>
    sql`${sql.ref(one)} = any(${[...customer_ids]}::bigint[]) or ${sql.ref(other)} = any(${[...customer_ids]}::bigint[])`;

/** A merge remembers both customers' fields; without them it can't be undone any more. */
export const duplicatePersonRecords: PersonRecords = {
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
