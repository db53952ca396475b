import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { ListFilter } from "#domains/lists/contract.ts";
import { customerRows } from "./store.ts";

/** Customers matching a list filter, newest first. */
export async function listedCustomers(db: Db, location: LocationKey, filter: ListFilter, limit: number) {
  const rows = customerRows(db, location).orderBy("customers.id", "desc").limit(limit);
  if (filter === undefined) return rows.execute();
  return rows
    .where(({ exists, not, selectFrom }) => {
      const members = selectFrom("list_members")
        .whereRef("list_members.dealer_id", "=", "customers.dealer_id")
        .whereRef("list_members.customer_id", "=", "customers.id")
        .select("list_members.list_id");
      return filter === "none" ? not(exists(members)) : exists(members.where("list_members.list_id", "=", filter));
    })
    .execute();
}
