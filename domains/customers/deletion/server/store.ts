import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { customerFieldNames } from "#domains/customers/fields.ts";
import { customSql } from "#domains/customers/server/store.ts";

/** What was cancelled with a customer, by kind of work. */
export type CancelledWork = Readonly<Record<string, readonly unknown[]>>;

interface Deletion extends LocationKey {
  readonly customer_id: number;
  readonly deleted_by: number;
  readonly deleted_at: Date;
  readonly list_ids: number[];
  readonly cancelled: CancelledWork;
}

/** Remembers deletions. A customer who is deleted again is remembered as of then. */
export async function rememberDeletions(db: Db, deletions: readonly Deletion[]): Promise<void> {
  if (deletions.length === 0) return;
  const rows = deletions.map((deletion) => ({ ...deletion, cancelled: JSON.stringify(deletion.cancelled) }));
  await db
    .insertInto("customer_deletions")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["dealer_id", "customer_id"]).doUpdateSet(({ ref }) => ({
        deleted_by: ref("excluded.deleted_by"),
        deleted_at: ref("excluded.deleted_at"),
        list_ids: ref("excluded.list_ids"),
        cancelled: ref("excluded.cancelled"),
      })),
    )
    .execute();
}

/** The location's customers deleted since then, with who deleted them. */
export function deletedRows(db: Db, { dealer_id, location_id }: LocationKey, since: Date) {
  return db
    .selectFrom("customer_deletions")
    .innerJoin("customers", (join) =>
      join
        .onRef("customers.dealer_id", "=", "customer_deletions.dealer_id")
        .onRef("customers.id", "=", "customer_deletions.customer_id"),
    )
    .leftJoin("users", (join) =>
      join
        .onRef("users.dealer_id", "=", "customer_deletions.dealer_id")
        .onRef("users.id", "=", "customer_deletions.deleted_by"),
    )
    .where("customer_deletions.dealer_id", "=", dealer_id)
    .where("customer_deletions.location_id", "=", location_id)
    .where("customer_deletions.deleted_at", ">", since)
    .where("customers.deleted_at", "is not", null)
    .where("customers.merged_into", "is", null)
    .leftJoin("customers as owner", (join) =>
      join
        .onRef("owner.dealer_id", "=", "customers.dealer_id")
        .onRef("owner.location_id", "=", "customers.location_id")
        .onRef("owner.phone", "=", "customers.phone")
        .on("owner.deleted_at", "is", null),
    )
    .select(["customers.id", "customers.customer_name", "customer_deletions.deleted_at"])
    .select(customSql("customers").as("custom"))
    .select(["owner.id as owner_id", sql<string>`coalesce(owner.customer_name, '')`.as("owner_name")])
    .select(customerFieldNames.map((name) => `customers.${name}` as const))
    .select(sql<string>`coalesce(trim(users.first_name || ' ' || users.last_name), '')`.as("deleted_by"));
}

/** Those of the customers who can be restored; locks them until the transaction ends. */
export async function lockDeleted(db: Db, location: LocationKey, customer_ids: readonly number[], since: Date) {
  return deletedRows(db, location, since)
    .where(sql<boolean>`customers.id = any(${[...customer_ids]}::bigint[])`)
    .select("customer_deletions.list_ids")
    .select(sql<CancelledWork>`customer_deletions.cancelled`.as("cancelled"))
    .orderBy("customers.id")
    .forUpdate(["customers", "customer_deletions"])
    .execute();
}

/** The phones that live customers of the location have. */
export async function takenPhones(db: Db, { dealer_id, location_id }: LocationKey, phones: readonly string[]) {
  const { rows } = await sql<{ phone: string }>`
    select phone from customers
    where dealer_id = ${dealer_id} and location_id = ${location_id} and phone = any(${[...phones]})
      and deleted_at is null
    union all
    select merged.phone from customers as merged
    join customers as kept on kept.dealer_id = merged.dealer_id and kept.id = merged.merged_into
    where merged.dealer_id = ${dealer_id} and merged.location_id = ${location_id}
      and merged.phone = any(${[...phones]}) and kept.deleted_at is null`.execute(db);
  return new Set(rows.map(({ phone }) => phone));
}

export async function markLive(db: Db, { dealer_id, location_id }: LocationKey, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("customers")
    .set({ deleted_at: null })
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "in", ids)
    .execute();
  await forgetDeletions(db, dealer_id, ids);
}

/** Forgets the deletions of customers who are back. */
export async function forgetDeletions(db: Db, dealer_id: number, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom("customer_deletions")
    .where("dealer_id", "=", dealer_id)
    .where("customer_id", "in", ids)
    .execute();
}
