import { sql } from "kysely";
import type { Person, PersonRecords } from "#core/server/personRecords.ts";

const inTheirChats = ({ chat_ids }: Person) => sql`chat_id = any(${[...chat_ids]}::bigint[])`;

/** An alert stays in the figures of its rule, without its words. */
export const alertPersonRecords: PersonRecords = {
  tables: [
    {
      table: "alerts",
      rows: inTheirChats,
      erase: sql`why = '', how = '', resolved_at = coalesce(resolved_at, now())`,
      mentions: ["why", "how"],
    },
  ],
};
