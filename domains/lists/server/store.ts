import { sql } from "kysely";
import type { LocationScope } from "#core/people.ts";
import type { Db } from "#core/server/unit.ts";
import type { ListStatus } from "../contract.ts";

/** Whose lists: every query names both, because the indexes start with them. */
export type Place = Pick<LocationScope, "dealer_id" | "location_id">;

/** The location's lists with how many customers each has: the sum of its changes. */
export function listRows(db: Db, { dealer_id, location_id }: Place) {
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

/** A list as the other domains get it. */
export type ListRow = NonNullable<Awaited<ReturnType<typeof findList>>>;

export async function findList(db: Db, place: Place, id: number) {
  return listRows(db, place).where("customer_lists.id", "=", id).executeTakeFirst();
}

/**
 * Keeps the list from being deleted until the transaction ends.
 *
 * @returns undefined for one that is absent, foreign or deleted.
 */
export async function holdList(db: Db, place: Place, id: number) {
  return own(db, place, id).select(["id", "title"]).forKeyShare().executeTakeFirst();
}

/** The same, and nobody else holds it or adds to it meanwhile. */
export async function lockList(db: Db, place: Place, id: number) {
  return own(db, place, id).select(["id", "title", "status"]).forUpdate().executeTakeFirst();
}

function own(db: Db, { dealer_id, location_id }: Place, id: number) {
  return db
    .selectFrom("customer_lists")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .where("deleted_at", "is", null);
}

export interface NewList extends Place {
  readonly title: string;
  readonly created_by: number | null;
  readonly created_on: Date;
}

/** @returns the new row's id; undefined when a list of the location has this title. */
export async function insertList(db: Db, list: NewList): Promise<number | undefined> {
  const row = await db
    .insertInto("customer_lists")
    .values(list)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

type Change = { readonly title: string } | { readonly status: ListStatus } | { readonly deleted_at: Date };

/** Changes a list that isn't deleted; answers what it is then. */
export async function changeList(db: Db, { dealer_id, location_id }: Place, id: number, change: Change) {
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
