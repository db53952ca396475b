import { sql } from "kysely";
import type { PersonRecords } from "#core/server/personRecords.ts";

/** Reviews that invites of these people led to. */
const reviewsOf =
  (column: "id" | "review_id"): PersonRecords["tables"][number]["rows"] =>
  ({ customer_ids, phones, emails }) =>
    sql`${sql.ref(column)} in (select r.id from reviews r
    join review_invites i on i.dealer_id = r.dealer_id and i.id = r.invite_id
    where i.customer_id = any(${[...customer_ids]}::bigint[]) or i.contact = any(${[...phones, ...emails]}::text[]))`;

/** The invites stay for the figures, without whom they went to. */
export const reputationPersonRecords: PersonRecords = {
  tables: [
    // Before the invites, which forget whom they went to.
    { table: "reviews", rows: reviewsOf("id"), erase: sql`author = '', body = '', erased_at = now()` },
    { table: "review_edits", rows: reviewsOf("review_id"), erase: sql`body = ''` },
    { table: "review_replies", rows: reviewsOf("review_id"), erase: sql`body = ''` },
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
    kiosk_devices: "the business's own tablets",
    kiosk_pins: "its own members'",
    review_accounts: "the business's own",
    review_connections: "the business's own",
    review_imports: "who of the business copied reviews, and from which file",
    review_sites: "the business's own links",
    review_reply_texts: "the business's own words",
    review_texts: "the business's own words",
  },
};
