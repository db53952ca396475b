import { sql } from "kysely";
import type { Person, PersonRecords } from "#core/server/personRecords.ts";

const ofCustomer = ({ customer_ids }: Person) => sql`customer_id = any(${[...customer_ids]}::bigint[])`;
const toPhone = ({ phones }: Person) => sql`to_number = any(${[...phones]}::text[])`;

/** The ledger's rows stay for the figures, without the phone. */
export const campaignPersonRecords: PersonRecords = {
  tables: [
    {
      table: "campaign_recipients",
      rows: ofCustomer,
      erase: sql`address = '', state = case when state = 'pending' then 'skipped' else state end,
        reason = case when state = 'pending' then 'removed' else reason end`,
      mentions: ["error"],
    },
    {
      table: "campaign_visits",
      rows: (person) => sql`(campaign_id, recipient_n) in (select campaign_id, n from campaign_recipients
        where dealer_id = ${person.dealer_id} and ${ofCustomer(person)})`,
      erase: "delete",
    },
    { table: "campaign_picks", rows: ofCustomer, erase: "delete" },
    { table: "campaign_bodies", mentions: ["body"], withNames: true },
    { table: "campaign_tests", rows: toPhone, erase: "delete", mentions: ["body"] },
    { table: "campaigns", mentions: ["title", "subject", "preheader", "body"] },
    { table: "campaign_links", mentions: ["url"] },
  ],
  exempt: {
    campaign_attestations: "what a member confirmed, in our own words",
    campaign_batches: "our own phone or address, until the messages are answered",
    campaign_intents: "numbers of rows, until their messages are answered",
  },
};
