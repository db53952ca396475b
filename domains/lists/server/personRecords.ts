import { sql } from "kysely";
import type { Person, PersonRecords } from "#core/server/personRecords.ts";

const ofCustomer = ({ customer_ids }: Person) => sql`customer_id = any(${[...customer_ids]}::bigint[])`;

export const listPersonRecords: PersonRecords = {
  tables: [
    { table: "list_members", rows: ofCustomer, erase: "delete" },
    { table: "customer_lists", mentions: ["title"] },
  ],
};
