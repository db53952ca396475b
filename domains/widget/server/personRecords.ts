import { sql } from "kysely";
import type { PersonRecords } from "#core/server/personRecords.ts";

export const widgetPersonRecords: PersonRecords = {
  tables: [
    {
      table: "widget_submissions",
      rows: ({ customer_ids, phones }) =>
        sql`customer_id = any(${[...customer_ids]}::bigint[]) or phone = any(${[...phones]}::text[])`,
      erase: "delete",
    },
    {
      table: "widget_codes",
      rows: ({ phones }) => sql`phone = any(${[...phones]}::text[])`,
      erase: "delete",
    },
  ],
  exempt: { widgets: "the business's own words and websites" },
};
