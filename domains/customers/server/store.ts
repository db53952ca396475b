import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { preparedStatement } from "#core/server/preparedStatement.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { consentStateSql } from "#domains/customers/consent/server/public.ts";
import type { CustomerDraft, CustomerEdit } from "../contract.ts";
import { customerFieldNames } from "../fields.ts";
import { ownerOfMergedPhone } from "./phoneStore.ts";

/**
 * 0 when the customer must not be texted; for any query over `customers`. An opt-out from one of their phones counts
 * for all of them.
 */
export const optinStatusSql = sql<0 | 1>`case when exists (
  select from suppressions as suppressed
  where suppressed.dealer_id = customers.dealer_id and suppressed.channel = 'sms'
    and suppressed.phone = any(string_to_array(customers.phone || ' ' || customers.other_phones, ' '))
) then 0 else 1 end`;

const fieldColumns = customerFieldNames.map((name) => `customers.${name}` as const);

/** The live customers of a location, with their chat and whether they may be texted. */
export function customerRows(db: Db, { dealer_id, location_id }: LocationKey) {
  return db
    .selectFrom("customers")
    .leftJoin("chats", (join) =>
      join
        .onRef("chats.dealer_id", "=", "customers.dealer_id")
        .onRef("chats.location_id", "=", "customers.location_id")
        .onRef("chats.customer_id", "=", "customers.id"),
    )
    .where("customers.dealer_id", "=", dealer_id)
    .where("customers.location_id", "=", location_id)
    .where("customers.deleted_at", "is", null)
    .select(["customers.id", ...fieldColumns, "customers.country_code", "customers.user_image"])
    .select(["customers.messages_received", "customers.messages_sent", "chats.id as chat_id"])
    .select("customers.customer_name")
    .select(["customers.other_phones", optinStatusSql.as("optin_status"), consentStateSql.as("consent_state")]);
}

/** A live customer, as other domains see it. */
export type CustomerRow = NonNullable<Awaited<ReturnType<typeof findCustomer>>>;

export async function findCustomer(db: Db, location: LocationKey, by: { id: number } | { phone: string }) {
  const rows = customerRows(db, location);
  const one = "id" in by ? rows.where("customers.id", "=", by.id) : rows.where("customers.phone", "=", by.phone);
  return one.modifyFront(preparedStatement).executeTakeFirst();
}

export async function findOptinStatus(db: Db, dealer_id: number, id: number): Promise<0 | 1 | undefined> {
  const customer = db.selectFrom("customers").where("dealer_id", "=", dealer_id).where("id", "=", id);
  return (await customer.select(optinStatusSql.as("optin_status")).executeTakeFirst())?.optin_status;
}

/** The form's customer columns; its `list_id` belongs to another table. */
export type CustomerColumns = Omit<CustomerDraft, "list_id">;

export type NewCustomer = LocationKey & CustomerColumns & { readonly created_by: number | null };

/** @returns the new id; undefined when a live customer of the location has this phone, directly or through a merge. */
export async function insertCustomer(db: Db, customer: NewCustomer): Promise<number | undefined> {
  if ((await ownerOfMergedPhone(db, customer, customer.phone)) !== undefined) return undefined;
  const row = await db
    .insertInto("customers")
    .values(customer)
    .onConflict((conflict) =>
      conflict.columns(["dealer_id", "location_id", "phone"]).where("deleted_at", "is", null).doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

export async function updateCustomer(db: Db, location: LocationKey, id: number, draft: Omit<CustomerEdit, "list_id">) {
  return liveCustomers(db, location, [id]).set(draft).returning("id").executeTakeFirst();
}

/** @returns the ids that were not deleted before. */
export async function markDeleted(db: Db, location: LocationKey, ids: readonly number[], now: Date): Promise<number[]> {
  const rows = await liveCustomers(db, location, ids).set({ deleted_at: now }).returning("id").execute();
  return rows.map(({ id }) => id);
}

function liveCustomers(db: Db, { dealer_id, location_id }: LocationKey, ids: readonly number[]) {
  return db
    .updateTable("customers")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "in", ids)
    .where("deleted_at", "is", null);
}

export type MessageCounter = "messages_received" | "messages_sent";

export async function incrementCounter(
  db: Db,
  dealer_id: number,
  ids: readonly number[],
  counter: MessageCounter,
): Promise<void> {
  await db
    .updateTable("customers")
    .set((row) => ({ [counter]: row(counter, "+", 1) }))
    .where("dealer_id", "=", dealer_id)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .modifyEnd(preparedStatement)
    .execute();
}
