import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
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

/** Locks the list exclusively: nobody else can add to it until the transaction ends. */
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
