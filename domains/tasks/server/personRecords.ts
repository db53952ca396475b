import { sql } from "kysely";
import type { Person, PersonRecords } from "#core/server/personRecords.ts";

const aboutThem = ({ customer_ids, chat_ids }: Person) =>
  sql`customer_id = any(${[...customer_ids]}::bigint[]) or chat_id = any(${[...chat_ids]}::bigint[])`;

/** A task stays, so that its rule doesn't make it again. */
export const taskPersonRecords: PersonRecords = {
  tables: [
    {
      table: "tasks",
      rows: aboutThem,
      erase: sql`description = '', deleted_at = coalesce(deleted_at, now())`,
      mentions: ["description"],
    },
  ],
};
