import { sql } from "kysely";
import type { LocationKey, Scope } from "#core/people.ts";
import { preparedStatement } from "#core/server/preparedStatement.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { consentStateSql } from "#domains/customers/consent/server/ledgerStore.ts";
import type { CustomValues } from "#domains/customers/custom/fields.ts";
import type { CustomChange } from "#domains/customers/custom/rules.ts";
import type { ListFilter } from "#domains/lists/contract.ts";
import type { Tag } from "#domains/tags/contract.ts";
import { tagMarkup } from "#domains/tags/rules.ts";
import { liveTags } from "#domains/tags/server/public.ts";
import type { CustomerDraft, CustomerEdit } from "../contract.ts";
import { customerFieldNames, type MergedField } from "../fields.ts";

/**
 * 0 when the customer must not be texted; for any query over `customers`. An opt-out from one of their phones counts
 * for all of them.
 */
export const optinStatusSql = sql<0 | 1>`case when exists (
  select from suppressions as suppressed
  where suppressed.dealer_id = customers.dealer_id and suppressed.channel = 'sms'
    and suppressed.phone = any(string_to_array(customers.phone || ' ' || customers.other_phones, ' '))
) then 0 else 1 end`;

/**
 * The id of the customer that another one was merged into, or their own; for joins. Postgres doesn't take `coalesce` for
 * leakproof, so that row security would keep it from the index, and read every customer.
 */
export const survivorSql = (alias: string) =>
  sql<number>`case when ${sql.ref(`${alias}.merged_into`)} is null then ${sql.ref(`${alias}.id`)} else ${sql.ref(`${alias}.merged_into`)} end`;

/** What the business's own fields hold, by key. */
export const customSql = (alias: string) => sql<CustomValues>`${sql.ref(`${alias}.custom`)}`;

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
    .select(["customers.customer_name", customSql("customers").as("custom")])
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
  const status = customer.select(optinStatusSql.as("optin_status")).modifyFront(preparedStatement);
  return (await status.executeTakeFirst())?.optin_status;
}

/** The form's customer columns; its `list_id` belongs to another table. */
export type CustomerColumns = Omit<CustomerDraft, "list_id" | "custom">;

export type NewCustomer = LocationKey &
  CustomerColumns & { readonly created_by: number | null; readonly custom?: CustomValues };

/** @returns the new id; undefined when a live customer of the location has this phone, directly or through a merge. */
export async function insertCustomer(db: Db, customer: NewCustomer): Promise<number | undefined> {
  if ((await ownerOfMergedPhone(db, customer, customer.phone)) !== undefined) return undefined;
  const row = await db
    .insertInto("customers")
    .values({ ...customer, custom: JSON.stringify(customer.custom ?? {}) })
    .onConflict((conflict) =>
      conflict.columns(["dealer_id", "location_id", "phone"]).where("deleted_at", "is", null).doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** @param custom changes these own fields alone, so that two people who fill in different ones lose nothing. */
export async function updateCustomer(
  db: Db,
  location: LocationKey,
  id: number,
  draft: Partial<Omit<CustomerEdit, "list_id" | "custom">>,
  custom?: Pick<CustomChange, "set" | "cleared">,
) {
  const change = custom && { custom: changedCustomSql(custom) };
  return liveCustomers(db, location, [id])
    .set({ ...draft, ...change })
    .returning("id")
    .executeTakeFirst();
}

/** Entries of which the empty ones clear, apart. */
const changeOf = (entries: CustomValues) => ({
  set: Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== "")),
  cleared: Object.keys(entries).filter((key) => entries[key] === ""),
});

const changedCustomSql = ({ set, cleared }: Pick<CustomChange, "set" | "cleared">) =>
  sql<string>`(customers.custom || ${JSON.stringify(set)}::jsonb) - ${[...cleared]}::text[]`;

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

/** A live customer with who added them and when; for an imported customer, that is the person who uploaded the file. */
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

/** The tags of a customer's chat, as data and as markup. */
export interface CustomerTags {
  readonly tags: readonly Tag[];
  readonly user_tags: string;
}

const noTags: CustomerTags = { tags: [], user_tags: "" };

/** Loads the tags of many customers in one statement. @returns a lookup by customer id. */
export async function tagsOfCustomers(
  db: Db,
  scope: Scope,
  customer_ids: readonly number[],
): Promise<(customer_id: number) => CustomerTags> {
  if (customer_ids.length === 0) return () => noTags;
  const rows = Map.groupBy(await tagRowsOfCustomers(db, scope, customer_ids), ({ customer_id }) => customer_id);
  return (customer_id) => {
    const tags = rows.get(customer_id);
    return tags ? { tags, user_tags: tagMarkup(tags) } : noTags;
  };
}

async function tagRowsOfCustomers(db: Db, { dealer_id, location_id }: Scope, customer_ids: readonly number[]) {
  return liveTags(db)
    .innerJoin("chat_tags", "chat_tags.tag_id", "tags.id")
    .innerJoin("chats", (join) =>
      join.onRef("chats.dealer_id", "=", "chat_tags.dealer_id").onRef("chats.id", "=", "chat_tags.chat_id"),
    )
    .where("chats.dealer_id", "=", dealer_id)
    .where("chats.location_id", "=", location_id)
    .where(sql<boolean>`chats.customer_id = any(${[...customer_ids]}::bigint[])`)
    .select("chats.customer_id")
    .modifyFront(preparedStatement)
    .execute();
}

/** The fields for which a merge picks one of two values; each customer keeps their own phone. */
export type MergeFields = Readonly<Record<MergedField, string>>;

/** The kept customer's own fields that a merge changes, before and after; empty ones are cleared. */
export interface CustomMerge {
  readonly was: CustomValues;
  readonly becomes: CustomValues;
}

/** Which customer is kept, which is merged into it, and the kept customer's fields before and after. */
export interface MergeDecision {
  readonly kept_id: number;
  readonly merged_id: number;
  readonly was: MergeFields;
  readonly becomes: MergeFields;
  readonly custom: CustomMerge;
}

/** The live customer into whom this phone's former owner was merged. */
export async function ownerOfMergedPhone(db: Db, location: LocationKey, phone: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("customers as merged")
    .innerJoin("customers as kept", (join) =>
      join.onRef("kept.dealer_id", "=", "merged.dealer_id").onRef("kept.id", "=", "merged.merged_into"),
    )
    .where("merged.dealer_id", "=", location.dealer_id)
    .where("merged.location_id", "=", location.location_id)
    .where("merged.phone", "=", phone)
    .where("merged.merged_into", "is not", null)
    .where("kept.deleted_at", "is", null)
    .select("kept.id")
    .executeTakeFirst();
  return row?.id;
}

/** Customers of the location, deleted ones included; locks their rows until the transaction ends. */
export async function lockCustomers(db: Db, location: LocationKey, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom("customers")
    .where("dealer_id", "=", location.dealer_id)
    .where("location_id", "=", location.location_id)
    .where("id", "in", ids)
    .select(["id", ...customerFieldNames, "user_image", customSql("customers").as("custom")])
    .select(["messages_received", "messages_sent", "other_phones", "deleted_at", "merged_into"])
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** Recomputes `other_phones`: the phones of everyone merged into this customer. */
export async function refreshOtherPhones(db: Db, dealer_id: number, id: number): Promise<void> {
  const phones = sql<string>`coalesce((
    select string_agg(merged.phone, ' ' order by merged.id) from customers as merged
    where merged.dealer_id = ${dealer_id} and merged.merged_into = ${id}), '')`;
  await db
    .updateTable("customers")
    .set({ other_phones: phones })
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .execute();
}

/** Marks one customer as merged into another and writes the chosen values. @returns who had been merged into it before. */
export async function mergeInto(db: Db, location: LocationKey, decision: MergeDecision, now: Date): Promise<number[]> {
  const { kept_id, merged_id, becomes, custom } = decision;
  const customers = () => db.updateTable("customers").where("dealer_id", "=", location.dealer_id);
  const followers = await customers()
    .set({ merged_into: kept_id })
    .where("merged_into", "=", merged_id)
    .returning("id")
    .execute();
  const merged = await customers()
    .set({ merged_into: kept_id, deleted_at: now })
    .where("id", "=", merged_id)
    .returning(["messages_received", "messages_sent"])
    .executeTakeFirstOrThrow();
  await customers()
    .set(({ eb }) => ({
      ...becomes,
      custom: changedCustomSql(changeOf(custom.becomes)),
      messages_received: eb("messages_received", "+", merged.messages_received),
      messages_sent: eb("messages_sent", "+", merged.messages_sent),
    }))
    .where("id", "=", kept_id)
    .execute();
  return followers.map(({ id }) => id).sort((one, other) => one - other);
}

interface UnmergeChange {
  readonly kept_id: number;
  readonly merged_id: number;
  readonly followers: readonly number[];
  readonly restored: MergeFields;
  /** Own fields that get their earlier values back; empty ones are cleared. */
  readonly restoredCustom: CustomValues;
  /** The merged customer's counts at the time of the merge, then the texts since. */
  readonly messages_received: number;
  readonly messages_sent: number;
  readonly received: number;
  readonly sent: number;
}

/** Splits a merged customer back into two. */
export async function unmergeFrom(
  db: Db,
  location: LocationKey,
  { kept_id, merged_id, ...change }: UnmergeChange,
): Promise<void> {
  const received = change.messages_received + change.received;
  const sent = change.messages_sent + change.sent;
  const customers = () => db.updateTable("customers").where("dealer_id", "=", location.dealer_id);
  await customers()
    .set({ merged_into: null, deleted_at: null, messages_received: received, messages_sent: sent })
    .where("id", "=", merged_id)
    .execute();
  if (change.followers.length > 0) {
    await customers().set({ merged_into: merged_id }).where("id", "in", change.followers).execute();
  }
  await customers()
    .set(({ eb }) => ({
      ...change.restored,
      custom: changedCustomSql(changeOf(change.restoredCustom)),
      messages_received: eb("messages_received", "-", received),
      messages_sent: eb("messages_sent", "-", sent),
    }))
    .where("id", "=", kept_id)
    .execute();
}
