import { sql } from "kysely";
import type { Db } from "#core/server/unit.ts";
import type { Choice, KeptFields } from "./absorb.ts";
import type { Place } from "./store.ts";

/** The live customer who stands for a phone that was another's before a merge. */
export async function ownerSinceMerge(db: Db, place: Place, phone: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("customers as merged")
    .innerJoin("customers as kept", (join) =>
      join.onRef("kept.dealer_id", "=", "merged.dealer_id").onRef("kept.id", "=", "merged.merged_into"),
    )
    .where("merged.dealer_id", "=", place.dealer_id)
    .where("merged.location_id", "=", place.location_id)
    .where("merged.phone", "=", phone)
    .where("merged.merged_into", "is not", null)
    .where("kept.deleted_at", "is", null)
    .select("kept.id")
    .executeTakeFirst();
  return row?.id;
}

/** Customers of the location, live or not; their rows are held until the end of the transaction. */
export async function lockCustomers(db: Db, place: Place, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom("customers")
    .where("dealer_id", "=", place.dealer_id)
    .where("location_id", "=", place.location_id)
    .where("id", "in", ids)
    .select(["id", "first_name", "last_name", "email", "phone", "company", "address", "user_image"])
    .select(["messages_received", "messages_sent", "other_phones", "deleted_at", "merged_into"])
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** Writes down for which other phones a customer stands. */
export async function noteOtherPhones(db: Db, dealer_id: number, id: number): Promise<void> {
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

/** Marks one customer as merged into another, who gets the chosen values; answers who had been merged into them before. */
export async function mergeInto(db: Db, place: Place, choice: Choice, now: Date): Promise<number[]> {
  const { kept_id, merged_id, becomes } = choice;
  const customers = () => db.updateTable("customers").where("dealer_id", "=", place.dealer_id);
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
      messages_received: eb("messages_received", "+", merged.messages_received),
      messages_sent: eb("messages_sent", "+", merged.messages_sent),
    }))
    .where("id", "=", kept_id)
    .execute();
  return followers.map(({ id }) => id).sort((one, other) => one - other);
}

interface Separation {
  readonly kept_id: number;
  readonly merged_id: number;
  readonly followers: readonly number[];
  readonly restored: KeptFields;
  /** The merged one's counts at the merge, and what came since. */
  readonly messages_received: number;
  readonly messages_sent: number;
  readonly received: number;
  readonly sent: number;
}

/** Makes two customers of one again. */
export async function separate(db: Db, place: Place, { kept_id, merged_id, ...of }: Separation): Promise<void> {
  const received = of.messages_received + of.received;
  const sent = of.messages_sent + of.sent;
  const customers = () => db.updateTable("customers").where("dealer_id", "=", place.dealer_id);
  await customers()
    .set({ merged_into: null, deleted_at: null, messages_received: received, messages_sent: sent })
    .where("id", "=", merged_id)
    .execute();
  if (of.followers.length > 0) {
    await customers().set({ merged_into: merged_id }).where("id", "in", of.followers).execute();
  }
  await customers()
    .set(({ eb }) => ({
      ...of.restored,
      messages_received: eb("messages_received", "-", received),
      messages_sent: eb("messages_sent", "-", sent),
    }))
    .where("id", "=", kept_id)
    .execute();
}
