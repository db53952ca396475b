import { sql } from "kysely";
import type { PersonRecords } from "#core/server/personRecords.ts";

/** The invites stay for the figures, without whom they went to. */
export const reputationPersonRecords: PersonRecords = {
  tables: [
    {
      table: "review_invites",
      rows: ({ customer_ids, phones, emails }) =>
        sql`customer_id = any(${[...customer_ids]}::bigint[]) or contact = any(${[...phones, ...emails]}::text[])`,
      erase: sql`contact = '', customer_name = '', remind_at = null,
        state = case when state = 'queued' then 'skipped' else state end,
        reason = case when state = 'queued' then 'removed' else reason end`,
      mentions: ["words", "reason"],
    },
  ],
  exempt: {
    review_sites: "the business's own links",
    review_texts: "the business's own words",
  },
};
