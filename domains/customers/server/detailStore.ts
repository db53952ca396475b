import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { customerRows } from "./store.ts";

/** A live customer with who added them and when; for an imported customer, that is whoever uploaded the file. */
export async function customerDetails(db: Db, location: LocationKey, id: number) {
  return customerRows(db, location)
    .leftJoin("uploads", (join) =>
      join.onRef("uploads.dealer_id", "=", "customers.dealer_id").onRef("uploads.id", "=", "customers.upload_id"),
    )
    .leftJoin("users", (join) =>
      join
        .onRef("users.dealer_id", "=", "customers.dealer_id")
        .on(sql<boolean>`users.id = coalesce(customers.created_by, uploads.user_id)`),
    )
    .where("customers.id", "=", id)
    .select("customers.created_at")
    .select(sql<string>`coalesce(trim(users.first_name || ' ' || users.last_name), '')`.as("added_by"))
    .executeTakeFirst();
}
