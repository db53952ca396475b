import { type RawBuilder, sql } from "kysely";
import { brokenConstraint } from "#core/server/postgres.ts";
import type { Db } from "#core/server/unit.ts";
import type { RowFields } from "../rules.ts";
import type { Place } from "./store.ts";

/*
 * Customers by the thousand. The rows travel as one list a column, because a statement takes 65,535 values at most, and
 * COPY is refused where row-level security stands.
 */

const fields = ["first_name", "last_name", "email", "company", "address"] as const;

export interface KnownCustomer extends RowFields {
  readonly id: number;
  /** The phone was another customer's before a merge: what was chosen then is not touched. */
  readonly is_merged: boolean;
}

/** The customers who have these phones, by phone. */
export async function knownCustomers(db: Db, { dealer_id, location_id }: Place, phones: readonly string[]) {
  const { rows } = await sql<KnownCustomer>`
    select merged.phone, kept.id, kept.first_name, kept.last_name, kept.email, kept.company, kept.address,
      true as is_merged
    from customers as merged
    join customers as kept on kept.dealer_id = merged.dealer_id and kept.id = merged.merged_into
    where merged.dealer_id = ${dealer_id} and merged.location_id = ${location_id} and merged.phone = any(${phones})
      and merged.merged_into is not null and kept.deleted_at is null
    union all
    select phone, id, first_name, last_name, email, company, address, false
    from customers
    where dealer_id = ${dealer_id} and location_id = ${location_id} and phone = any(${phones}) and deleted_at is null
    `.execute(db);
  // Who has the phone now comes after whoever stands for it, and so wins.
  return new Map(rows.map((row) => [row.phone, row]));
}

/** Live customers, held until the transaction ends. */
export async function lockKnown(db: Db, { dealer_id, location_id }: Place, ids: readonly number[]) {
  return db
    .selectFrom("customers")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", sql<number>`any(${ids})`)
    .where("deleted_at", "is", null)
    .select(["id", "phone", ...fields])
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/** Those of the customers who are there, and whom nobody deletes before the transaction ends. */
export async function holdLive(db: Db, { dealer_id, location_id }: Place, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom("customers")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", sql<number>`any(${ids})`)
    .where("deleted_at", "is", null)
    .select("id")
    .orderBy("id")
    .forShare()
    .execute();
  return rows.map(({ id }) => id);
}

/** Those of the phones that must not be texted. */
export async function suppressedPhones(db: Db, dealer_id: number, phones: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("suppressions")
    .where("dealer_id", "=", dealer_id)
    .where("channel", "=", "sms")
    .where("phone", "=", sql<string>`any(${phones})`)
    .select("phone")
    .execute();
  return new Set(rows.map(({ phone }) => phone));
}

interface Added {
  readonly id: number;
  readonly phone: string;
}

/**
 * Adds customers; those whose phone somebody has got meanwhile are not in the answer. To let Postgres look for such
 * phones costs a quarter of the time, so it does so only once it has met one.
 */
export async function insertCustomers(
  db: Db,
  place: Place,
  upload_id: number,
  rows: readonly RowFields[],
): Promise<Added[]> {
  await sql`savepoint customers`.execute(db);
  try {
    const added = await insertAll(db, place, upload_id, rows, sql``);
    await sql`release savepoint customers`.execute(db);
    return added;
  } catch (error) {
    if (brokenConstraint(error) !== "customers_live_phone") throw error;
    await sql`rollback to savepoint customers`.execute(db);
    const passing = sql`on conflict (dealer_id, location_id, phone) where deleted_at is null do nothing`;
    return insertAll(db, place, upload_id, rows, passing);
  }
}

async function insertAll(
  db: Db,
  { dealer_id, location_id }: Place,
  upload_id: number,
  rows: readonly RowFields[],
  conflict: RawBuilder<unknown>,
): Promise<Added[]> {
  const column = (field: keyof RowFields) => rows.map((row) => row[field]);
  const added = await sql<Added>`
    insert into customers (dealer_id, location_id, upload_id, first_name, last_name, email, phone, company, address)
    select ${dealer_id}::bigint, ${location_id}::bigint, ${upload_id}::bigint, given.*
    from unnest(${column("first_name")}::text[], ${column("last_name")}::text[], ${column("email")}::text[],
      ${column("phone")}::text[], ${column("company")}::text[], ${column("address")}::text[]) as given
    ${conflict} returning id, phone`.execute(db);
  return added.rows;
}

export type Changing = { readonly id: number } & Omit<RowFields, "phone">;

/** Gives customers new values. */
export async function updateCustomers(db: Db, { dealer_id, location_id }: Place, rows: readonly Changing[]) {
  const column = (field: (typeof fields)[number]) => rows.map((row) => row[field]);
  await sql`
    update customers set first_name = given.first_name, last_name = given.last_name, email = given.email,
      company = given.company, address = given.address
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${column("first_name")}::text[], ${column("last_name")}::text[],
      ${column("email")}::text[], ${column("company")}::text[], ${column("address")}::text[])
      as given (id, first_name, last_name, email, company, address)
    where customers.dealer_id = ${dealer_id} and customers.location_id = ${location_id} and customers.id = given.id
    `.execute(db);
}

export interface AddedCustomer extends RowFields {
  readonly id: number;
  /** Somebody has worked with the customer since: a chat, an appointment, another list. */
  readonly is_used: boolean;
}

/** Those of the customers who are still there, held until the transaction ends. */
export async function lockAdded(
  db: Db,
  { dealer_id, location_id }: Place,
  ids: readonly number[],
  list_id: number | null,
) {
  const { rows } = await sql<AddedCustomer>`
    select id, first_name, last_name, email, phone, company, address,
      messages_received > 0 or messages_sent > 0
      or exists (select from chats where chats.dealer_id = customers.dealer_id
        and chats.location_id = customers.location_id and chats.customer_id = customers.id)
      or exists (select from appointments where appointments.dealer_id = customers.dealer_id
        and appointments.customer_id = customers.id)
      or exists (select from customers as merged where merged.dealer_id = customers.dealer_id
        and merged.merged_into = customers.id)
      or exists (select from list_members where list_members.dealer_id = customers.dealer_id
        and list_members.customer_id = customers.id and list_members.list_id is distinct from ${list_id}::bigint) as is_used
    from customers
    where dealer_id = ${dealer_id} and location_id = ${location_id} and id = any(${ids}) and deleted_at is null
    order by id for update`.execute(db);
  return rows;
}

export async function markCustomersDeleted(db: Db, place: Place, ids: readonly number[], now: Date): Promise<void> {
  await db
    .updateTable("customers")
    .set({ deleted_at: now })
    .where("dealer_id", "=", place.dealer_id)
    .where("location_id", "=", place.location_id)
    .where("id", "=", sql<number>`any(${ids})`)
    .execute();
}
