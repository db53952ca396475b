import { sql } from "kysely";
import { likeTerm } from "#core/server/table.ts";
import type { Db } from "#core/server/unit.ts";
import type { CustomerDraft } from "../contract.ts";
import { searchTerm } from "../rules.ts";

/** Whose customers: every query names both, because the indexes start with them. */
export interface Place {
  readonly dealer_id: number;
  readonly location_id: number;
}

/** The name to show, as the rule `customerName` makes it; for any query that has `customers` in it. */
export const customerNameIn = sql<string>`coalesce(
  nullif(trim(customers.first_name || ' ' || customers.last_name), ''),
  regexp_replace(customers.phone, '^\\+1(\\d{3})(\\d{3})(\\d{4})$', '(\\1) \\2-\\3'))`;

/** The live customers of a location, with their conversation and whether they may be texted. */
export function customerRows(db: Db, { dealer_id, location_id }: Place) {
  return db
    .selectFrom("customers")
    .leftJoin("chats", (join) =>
      join
        .onRef("chats.dealer_id", "=", "customers.dealer_id")
        .onRef("chats.location_id", "=", "customers.location_id")
        .onRef("chats.customer_id", "=", "customers.id"),
    )
    .leftJoin("suppressions", (join) =>
      join
        .onRef("suppressions.dealer_id", "=", "customers.dealer_id")
        .onRef("suppressions.phone", "=", "customers.phone")
        .on("suppressions.channel", "=", "sms"),
    )
    .where("customers.dealer_id", "=", dealer_id)
    .where("customers.location_id", "=", location_id)
    .where("customers.deleted_at", "is", null)
    .select(["customers.id", "customers.first_name", "customers.last_name", "customers.email", "customers.phone"])
    .select(["customers.country_code", "customers.company", "customers.address", "customers.user_image"])
    .select(["customers.messages_received", "customers.messages_sent", "chats.id as chat_id"])
    .select(customerNameIn.as("customer_name"))
    .select(sql<0 | 1>`case when suppressions.phone is null then 1 else 0 end`.as("optin_status"));
}

/** A live customer as the other domains get it. */
export type CustomerRow = NonNullable<Awaited<ReturnType<typeof findCustomer>>>;

export async function findCustomer(db: Db, place: Place, by: { id: number } | { phone: string }) {
  const rows = customerRows(db, place);
  const one = "id" in by ? rows.where("customers.id", "=", by.id) : rows.where("customers.phone", "=", by.phone);
  return one.executeTakeFirst();
}

interface Search {
  readonly search_param: string;
  readonly customer_id?: number | undefined;
  readonly limit: number;
}

/** The customers in whom every word of the search is found; the newest first. */
export async function searchCustomers(db: Db, place: Place, { search_param, customer_id, limit }: Search) {
  let rows = customerRows(db, place);
  if (customer_id !== undefined) rows = rows.where("customers.id", "=", customer_id);
  for (const word of searchTerm(search_param).split(" ")) {
    const pattern = likeTerm(word);
    rows = rows.where(
      sql<boolean>`(${customerNameIn} ilike ${pattern} or customers.phone like ${pattern}
        or customers.email ilike ${pattern} or customers.company ilike ${pattern})`,
    );
  }
  return rows.orderBy("customers.id", "desc").limit(limit).execute();
}

export type NewCustomer = Place & CustomerDraft & { readonly created_by: number | null };

/** @returns the new row's id; undefined when a live customer of the location has this phone. */
export async function insertCustomer(db: Db, customer: NewCustomer): Promise<number | undefined> {
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

export async function updateCustomer(db: Db, place: Place, id: number, draft: CustomerDraft) {
  return live(db, place, id).set(draft).returning("id").executeTakeFirst();
}

export async function markDeleted(db: Db, place: Place, id: number, now: Date) {
  return live(db, place, id).set({ deleted_at: now }).returning(["id", "phone"]).executeTakeFirst();
}

function live(db: Db, { dealer_id, location_id }: Place, id: number) {
  return db
    .updateTable("customers")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .where("deleted_at", "is", null);
}

export type Counter = "messages_received" | "messages_sent";

export async function raiseCounter(db: Db, dealer_id: number, id: number, counter: Counter): Promise<void> {
  await db
    .updateTable("customers")
    .set((row) => ({ [counter]: row(counter, "+", 1) }))
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .execute();
}

/** One line of what people said about being texted, and how we know. */
export interface Consent {
  readonly dealer_id: number;
  readonly phone: string;
  readonly event: "granted" | "revoked";
  readonly source: "keyword" | "staff" | "import" | "widget" | "form" | "carrier";
  /** What was said or shown, word for word. */
  readonly words: string;
  readonly user_id?: number | null;
}

export async function insertConsentEvent(db: Db, consent: Consent, at: Date): Promise<number> {
  const row = { ...consent, at };
  return (await db.insertInto("consent_events").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

export async function suppress(db: Db, dealer_id: number, phone: string, event_id: number, since: Date) {
  const row = { dealer_id, phone, event_id, since };
  // Already suppressed: since the first time.
  const keep = db.insertInto("suppressions").values(row);
  await keep.onConflict((conflict) => conflict.columns(["dealer_id", "channel", "phone"]).doNothing()).execute();
}

export async function liftSuppression(db: Db, dealer_id: number, phone: string): Promise<void> {
  await db
    .deleteFrom("suppressions")
    .where("dealer_id", "=", dealer_id)
    .where("channel", "=", "sms")
    .where("phone", "=", phone)
    .execute();
}

export async function findSuppression(db: Db, dealer_id: number, phone: string) {
  return db
    .selectFrom("suppressions")
    .where("dealer_id", "=", dealer_id)
    .where("channel", "=", "sms")
    .where("phone", "=", phone)
    .select("since")
    .executeTakeFirst();
}
