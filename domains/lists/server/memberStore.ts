import { sql } from "kysely";
import type { Db } from "#core/server/unit.ts";
import type { Place } from "./store.ts";

/** As one value, however many there are. */
const anyOf = (ids: readonly number[]) => sql<number>`any(${ids})`;

/**
 * Puts live customers of the location into a list; answers how many weren't in it. They are held until the transaction
 * ends, so that nobody who is deleted meanwhile stays in the list.
 */
export async function insertMembers(db: Db, place: Place, list_id: number, customer_ids: readonly number[]) {
  const { dealer_id, location_id } = place;
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto("list_members")
    .columns(["dealer_id", "location_id", "list_id", "customer_id"])
    .expression((from) =>
      from
        .selectFrom("customers")
        .where("dealer_id", "=", dealer_id)
        .where("location_id", "=", location_id)
        .where("id", "=", anyOf(customer_ids))
        .where("deleted_at", "is", null)
        .select((row) => ["dealer_id", "location_id", row.val(list_id).$castTo<number>().as("list_id"), "id"])
        .orderBy("id")
        .forShare(),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows);
}

/**
 * Puts customers of the location, whom the transaction has made or holds, into a list; answers who weren't in it.
 *
 * @param areNew nobody of them can be in it yet.
 */
export async function insertHeldMembers(
  db: Db,
  place: Place,
  list_id: number,
  customer_ids: readonly number[],
  areNew: boolean,
) {
  const { rows } = await sql<{ customer_id: number }>`
    insert into list_members (dealer_id, location_id, list_id, customer_id)
    select ${place.dealer_id}::bigint, ${place.location_id}::bigint, ${list_id}::bigint, id
    from unnest(${customer_ids}::bigint[]) as id
    ${areNew ? sql`` : sql`on conflict do nothing`} returning customer_id`.execute(db);
  return rows.map(({ customer_id }) => customer_id);
}

/** Takes customers out of a list, all of them when none are named; answers how many were in it. */
export async function deleteMembers(db: Db, place: Place, list_id: number, customer_ids?: readonly number[]) {
  let members = db
    .deleteFrom("list_members")
    .where("dealer_id", "=", place.dealer_id)
    .where("location_id", "=", place.location_id)
    .where("list_id", "=", list_id);
  if (customer_ids) members = members.where("customer_id", "=", anyOf(customer_ids));
  const { numDeletedRows } = await members.executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Takes customers out of every list. */
export async function deleteMemberships(db: Db, place: Place, customer_ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom("list_members")
    .where("dealer_id", "=", place.dealer_id)
    .where("location_id", "=", place.location_id)
    .where("customer_id", "=", anyOf(customer_ids))
    .execute();
}

/** The lists that customers are in, in the order of their names. */
export async function selectMemberships(db: Db, place: Place, customer_ids: readonly number[]) {
  return db
    .selectFrom("list_members")
    .innerJoin("customer_lists", (join) =>
      join
        .onRef("customer_lists.dealer_id", "=", "list_members.dealer_id")
        .onRef("customer_lists.id", "=", "list_members.list_id"),
    )
    .where("list_members.dealer_id", "=", place.dealer_id)
    .where("list_members.location_id", "=", place.location_id)
    .where("list_members.customer_id", "=", anyOf(customer_ids))
    .where("customer_lists.deleted_at", "is", null)
    .select(["list_members.customer_id", "customer_lists.id", "customer_lists.title"])
    .orderBy("customer_lists.title")
    .execute();
}
