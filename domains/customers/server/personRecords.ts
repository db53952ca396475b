import { sql } from "kysely";
import type { Person, PersonRecords } from "#core/server/personRecords.ts";

const ofCustomer = ({ customer_ids }: Person) => sql`customer_id = any(${[...customer_ids]}::bigint[])`;
const ofPhone = ({ phones }: Person) => sql`phone = any(${[...phones]}::text[])`;

/**
 * A customer's row stays for what refers to it, deleted and without a word. Of consent the kinds and times stay, by the
 * phone's hash, so that a STOP holds when the phone comes back.
 */
export const customerPersonRecords: PersonRecords = {
  tables: [
    {
      table: "customers",
      rows: ({ customer_ids }) => sql`id = any(${[...customer_ids]}::bigint[])`,
      erase: sql`first_name = '', last_name = '', email = '', phone = '', other_phones = '', company = '', address = '',
        user_image = null, custom = '{}', deleted_at = coalesce(deleted_at, now())`,
      mentions: ["company", "address", "custom"],
    },
    { table: "customer_deletions", rows: ofCustomer, erase: "delete" },
    { table: "consent_questions", rows: ofPhone, erase: "delete" },
    {
      table: "suppressions",
      rows: ofPhone,
      erase: sql`phone = phone_hash(dealer_id, phone), erased_at = now()`,
    },
    {
      table: "consent_events",
      rows: ofPhone,
      erase: sql`phone = phone_hash(dealer_id, phone), words = '', evidence = '', upload_id = null, file_line = null`,
      mentions: ["words", "evidence"],
    },
  ],
};
