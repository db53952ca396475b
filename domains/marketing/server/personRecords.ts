import { sql } from "kysely";
import type { Person, PersonRecords } from "#core/server/personRecords.ts";

const emailsOf = ({ emails }: Person) => sql`any(${emails.map((email) => email.toLowerCase())}::text[])`;
const ofAddress = (person: Person) => sql`address_id in (
  select id from mail_addresses a where a.dealer_id = ${person.dealer_id} and a.address = ${emailsOf(person)})`;

/** An unsubscription stays by the address's hash, so that it holds when the address comes back. */
export const marketingPersonRecords: PersonRecords = {
  tables: [
    { table: "mail_reports", rows: ofAddress, erase: "delete", mentions: ["raw"] },
    { table: "mail_events", rows: ofAddress, erase: sql`words = ''`, mentions: ["words"] },
    { table: "mail_consent_events", rows: ofAddress, erase: sql`words = ''`, mentions: ["words"] },
    { table: "mail_suppressions", rows: ofAddress },
    {
      table: "mail_addresses",
      rows: (person) => sql`address = ${emailsOf(person)}`,
      erase: sql`address = phone_hash(dealer_id, address), erased_at = now()`,
    },
  ],
  exempt: { sender_settings: "what the business says of itself" },
};
