import { sql } from "kysely";
import { contactPattern, type Person, type PersonRecords } from "#core/server/personRecords.ts";

const ofCustomer = ({ customer_ids }: Person) => sql`customer_id = any(${[...customer_ids]}::bigint[])`;

/** Past appointments stay in the figures, without their words. */
export const appointmentPersonRecords: PersonRecords = {
  tables: [
    { table: "appointments", rows: ofCustomer, erase: sql`title = '', notes = ''`, mentions: ["title", "notes"] },
    {
      table: "deleted_appointments",
      rows: (person) => sql`${ofCustomer(person)} or record::text ~* ${contactPattern(person)}::text`,
      erase: "delete",
    },
  ],
};
