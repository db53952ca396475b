import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { compactChanges } from "#core/server/compactChanges.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { ListStatus } from "../contract.ts";

/** The location's lists with their customer count, which is the sum of its changes. */
export function listRows(db: Db, { dealer_id, location_id }: LocationKey) {
  return db
    .selectFrom("customer_lists")
    .where("customer_lists.dealer_id", "=", dealer_id)
    .where("customer_lists.location_id", "=", location_id)
    .where("customer_lists.deleted_at", "is", null)
    .select(["customer_lists.id", "customer_lists.title", "customer_lists.created_on"])
    .select(sql<ListStatus>`customer_lists.status`.as("status"))
    .select((list) =>
      list
        .selectFrom("customer_counts")
        .whereRef("customer_counts.dealer_id", "=", "customer_lists.dealer_id")
        .whereRef("customer_counts.location_id", "=", "customer_lists.location_id")
        .whereRef("customer_counts.list_id", "=", "customer_lists.id")
        .select(sql<number>`coalesce(sum(change), 0)::int`.as("count"))
        .$asScalar()
        .$notNull()
        .as("customers_count"),
    );
}

/** A list of the location with its count; undefined for an absent, foreign or deleted one. */
export async function listById(db: Db, location: LocationKey, id: number) {
  return listRows(db, location).where("customer_lists.id", "=", id).executeTakeFirst();
}

/**
 * Keeps the list from being deleted until the transaction ends.
 *
 * @returns undefined for one that is absent, foreign or deleted.
 */
export async function shareLockList(db: Db, location: LocationKey, id: number) {
  return ownList(db, location, id).select(["id", "title"]).forKeyShare().executeTakeFirst();
}

/** Locks the list exclusively: no one else can add to it until the transaction ends. */
export async function lockList(db: Db, location: LocationKey, id: number) {
  return ownList(db, location, id).select(["id", "title", "status"]).forUpdate().executeTakeFirst();
}

function ownList(db: Db, { dealer_id, location_id }: LocationKey, id: number) {
  return db
    .selectFrom("customer_lists")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .where("deleted_at", "is", null);
}

interface NewList extends LocationKey {
  readonly title: string;
  readonly created_by: number | null;
  readonly created_on: Date;
}

/** @returns the new list's id; undefined when the location already has a list with this title. */
export async function createList(db: Db, list: NewList): Promise<number | undefined> {
  const row = await db
    .insertInto("customer_lists")
    .values(list)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

type ListChange = { readonly title: string } | { readonly status: ListStatus } | { readonly deleted_at: Date };

/** Updates a live list. @returns the updated row. */
export async function changeList(db: Db, { dealer_id, location_id }: LocationKey, id: number, change: ListChange) {
  return db
    .updateTable("customer_lists")
    .set(change)
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .returning(["id", "title"])
    .executeTakeFirst();
}

/** Passes the ids as a single array parameter. */
const anyOf = (ids: readonly number[]) => sql<number>`any(${ids})`;

/**
 * Adds live customers of the location to a list. Locks them, so that no one deleted meanwhile stays in the list.
 *
 * @returns how many were not in it before.
 */
export async function insertMembers(db: Db, location: LocationKey, list_id: number, customer_ids: readonly number[]) {
  const { dealer_id, location_id } = location;
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
 * Adds customers that this transaction created or locked to a list. @returns the ids that were not in it before.
 *
 * @param areNew none of them can be in the list yet.
 */
export async function insertLockedMembers(
  db: Db,
  location: LocationKey,
  list_id: number,
  customer_ids: readonly number[],
  areNew: boolean,
) {
  const { rows } = await sql<{ customer_id: number }>`
    insert into list_members (dealer_id, location_id, list_id, customer_id)
    select ${location.dealer_id}::bigint, ${location.location_id}::bigint, ${list_id}::bigint, id
    from unnest(${customer_ids}::bigint[]) as id
    ${areNew ? sql`` : sql`on conflict do nothing`} returning customer_id`.execute(db);
  return rows.map(({ customer_id }) => customer_id);
}

/** Removes customers from a list, or everyone without `customer_ids`. @returns how many were in it. */
export async function deleteMembers(db: Db, location: LocationKey, list_id: number, customer_ids?: readonly number[]) {
  let members = db
    .deleteFrom("list_members")
    .where("dealer_id", "=", location.dealer_id)
    .where("location_id", "=", location.location_id)
    .where("list_id", "=", list_id);
  if (customer_ids) members = members.where("customer_id", "=", anyOf(customer_ids));
  const { numDeletedRows } = await members.executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Removes customers from every list. */
export async function deleteMemberships(db: Db, location: LocationKey, customer_ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom("list_members")
    .where("dealer_id", "=", location.dealer_id)
    .where("location_id", "=", location.location_id)
    .where("customer_id", "=", anyOf(customer_ids))
    .execute();
}

/** The customers' lists, ordered by title. */
export async function selectMemberships(db: Db, location: LocationKey, customer_ids: readonly number[]) {
  return db
    .selectFrom("list_members")
    .innerJoin("customer_lists", (join) =>
      join
        .onRef("customer_lists.dealer_id", "=", "list_members.dealer_id")
        .onRef("customer_lists.id", "=", "list_members.list_id"),
    )
    .where("list_members.dealer_id", "=", location.dealer_id)
    .where("list_members.location_id", "=", location.location_id)
    .where("list_members.customer_id", "=", anyOf(customer_ids))
    .where("customer_lists.deleted_at", "is", null)
    .select(["list_members.customer_id", "customer_lists.id", "customer_lists.title"])
    .orderBy("customer_lists.title")
    .execute();
}

/** Sums the changes of how many customers a list, or as list 0 the location, has into one row each. */
export async function compactCustomerCounts(db: Db): Promise<void> {
  await compactChanges(db, {
    table: "customer_counts",
    keyColumns: ["dealer_id", "location_id", "list_id"],
    summedColumns: ["change"],
  });
}
