import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { inIndexOrder } from "#core/server/inIndexOrder.ts";
import { violatedConstraint } from "#core/server/postgres.ts";
import type { SqlFragment } from "#core/server/sqlFragment.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { CustomValues } from "#domains/customers/custom/fields.ts";
import {
  type CustomerFieldName,
  customerFieldNames,
  type DetailField,
  detailFields,
} from "#domains/customers/fields.ts";
import type { RowFields } from "../rules.ts";

// Bulk statements pass one array per column: a statement takes at most 65,535 parameters, and row-level security rules out COPY.

const columnsOf = (table: string, names: readonly CustomerFieldName[]) =>
  sql.join(names.map((name) => sql.ref(`${table}.${name}`)));

const columnNames = (names: readonly CustomerFieldName[]) => sql.join(names.map((name) => sql.ref(name)));

/** The arguments of `unnest`: the rows' values of each field as an array. */
function arraysOf<Name extends CustomerFieldName>(
  names: readonly Name[],
  rows: readonly Readonly<Record<Name, string>>[],
) {
  return sql.join(names.map((name) => sql`${rows.map((row) => row[name])}::text[]`));
}

export interface KnownCustomer extends RowFields {
  readonly id: number;
  readonly custom: CustomValues;
  /** The phone came with a merge; an import must not overwrite the values chosen then. */
  readonly is_merged: boolean;
}

/**
 * The customers with these phones, by phone. Phone by phone (lateral), and the next phone in the index rather than this one:
 * otherwise Postgres, which can't know how many customers an import has added so far, would rather read all of them.
 */
export async function knownCustomers(db: Db, { dealer_id, location_id }: LocationKey, phones: readonly string[]) {
  const known = sql<KnownCustomer>`
    select merged.phone, kept.id, ${columnsOf("kept", detailFields)}, kept.custom, true as is_merged
    from unnest(${phones}::text[]) as given (phone)
    cross join lateral (
      select phone, merged_into from customers
      where dealer_id = ${dealer_id} and location_id = ${location_id} and phone = given.phone and merged_into is not null
      offset 0
    ) as merged
    cross join lateral (
      select id, ${columnsOf("customers", detailFields)}, custom from customers
      where dealer_id = ${dealer_id} and id = merged.merged_into and deleted_at is null offset 0
    ) as kept
    union all
    select live.*, false
    from unnest(${phones}::text[]) as given (phone)
    cross join lateral (
      select phone, id, ${columnsOf("customers", detailFields)}, custom
      from customers
      where dealer_id = ${dealer_id} and location_id = ${location_id} and phone >= given.phone and deleted_at is null
      order by phone limit 1
    ) as live
    where live.phone = given.phone`;
  const { rows } = await inIndexOrder(db, () => known.execute(db));
  // The phone's current owner comes last, and so wins over a customer who has it through a merge.
  return new Map(rows.map((row) => [row.phone, row]));
}

/** Live customers; locks their rows until the transaction ends. */
export async function lockKnownCustomers(db: Db, { dealer_id, location_id }: LocationKey, ids: readonly number[]) {
  return db
    .selectFrom("customers")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", sql<number>`any(${ids})`)
    .where("deleted_at", "is", null)
    .select(["id", ...customerFieldNames])
    .select(sql<CustomValues>`custom`.as("custom"))
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/** The ids that are live; locks them against deletion until the transaction ends. */
export async function shareLockLive(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  ids: readonly number[],
): Promise<number[]> {
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

/** The given phones that must not be texted. */
export async function suppressedPhones(db: Db, dealer_id: number, phones: readonly string[]): Promise<Set<string>> {
  // Hashing takes time: only a business that erased someone needs it.
  const { rows } = await sql<{ phone: string }>`
    select phone from suppressions
    where dealer_id = ${dealer_id} and channel = 'sms' and phone = any(${phones}::text[])
    union
    select given.phone from unnest(case when exists (
      select from suppressions where dealer_id = ${dealer_id} and erased_at is not null
    ) then ${phones}::text[] end) as given (phone)
    join suppressions s on s.dealer_id = ${dealer_id} and s.channel = 'sms'
      and s.phone = phone_hash(${dealer_id}, given.phone)`.execute(db);
  return new Set(rows.map(({ phone }) => phone));
}

interface InsertedCustomer {
  readonly id: number;
  readonly phone: string;
}

/**
 * Adds customers, skipping phones that were taken meanwhile. Conflict handling costs a quarter of the time, so it is
 * used only after a conflict occurred.
 */
export async function insertCustomers(
  db: Db,
  location: LocationKey,
  upload_id: number,
  rows: readonly NewRow[],
): Promise<InsertedCustomer[]> {
  await sql`savepoint customers`.execute(db);
  try {
    const inserted = await insertAll(db, location, upload_id, rows, sql``);
    await sql`release savepoint customers`.execute(db);
    return inserted;
  } catch (error) {
    if (violatedConstraint(error) !== "customers_live_phone") throw error;
    await sql`rollback to savepoint customers`.execute(db);
    const skipConflicts = sql`on conflict (dealer_id, location_id, phone) where deleted_at is null do nothing`;
    return insertAll(db, location, upload_id, rows, skipConflicts);
  }
}

async function insertAll(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  upload_id: number,
  rows: readonly NewRow[],
  conflict: SqlFragment,
): Promise<InsertedCustomer[]> {
  const inserted = await sql<InsertedCustomer>`
    insert into customers (dealer_id, location_id, upload_id, ${columnNames(customerFieldNames)}, custom)
    select ${dealer_id}::bigint, ${location_id}::bigint, ${upload_id}::bigint, input.*
    from unnest(${arraysOf(customerFieldNames, rows)}, ${customArray(rows)}) as input
    ${conflict} returning id, phone`.execute(db);
  return inserted.rows;
}

type NewRow = RowFields & { readonly custom: CustomValues };

const customArray = (rows: readonly { readonly custom: CustomValues }[]) =>
  sql`${rows.map(({ custom }) => JSON.stringify(custom))}::jsonb[]`;

export type CustomerUpdate = { readonly id: number; readonly custom: CustomValues } & Pick<RowFields, DetailField>;

/** Updates many customers in one statement. */
export async function updateCustomers(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  rows: readonly CustomerUpdate[],
) {
  const assignments = sql.join(detailFields.map((name) => sql`${sql.ref(name)} = ${sql.ref(`input.${name}`)}`));
  await sql`
    update customers set ${assignments}, custom = input.custom
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${arraysOf(detailFields, rows)}, ${customArray(rows)})
      as input (id, ${columnNames(detailFields)}, custom)
    where customers.dealer_id = ${dealer_id} and customers.location_id = ${location_id} and customers.id = input.id
    `.execute(db);
}

export interface ImportedCustomer extends RowFields {
  readonly id: number;
  readonly custom: CustomValues;
  /** The customer has been used since: texts, a merge, another list. */
  readonly is_used: boolean;
}

/** The imported customers that are still live; locks their rows until the transaction ends. */
export async function lockImported(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  ids: readonly number[],
  list_id: number | null,
) {
  const { rows } = await sql<ImportedCustomer>`
    select id, ${columnsOf("customers", customerFieldNames)}, custom,
      messages_received > 0 or messages_sent > 0
      or exists (select from customers as merged where merged.dealer_id = customers.dealer_id
        and merged.merged_into = customers.id)
      or exists (select from list_members where list_members.dealer_id = customers.dealer_id
        and list_members.customer_id = customers.id and list_members.list_id is distinct from ${list_id}::bigint) as is_used
    from customers
    where dealer_id = ${dealer_id} and location_id = ${location_id} and id = any(${ids}) and deleted_at is null
    order by id for update`.execute(db);
  return rows;
}

export async function markCustomersDeleted(
  db: Db,
  location: LocationKey,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  await db
    .updateTable("customers")
    .set({ deleted_at: now })
    .where("dealer_id", "=", location.dealer_id)
    .where("location_id", "=", location.location_id)
    .where("id", "=", sql<number>`any(${ids})`)
    .execute();
}
