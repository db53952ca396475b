import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { customerFieldNames, type MergedField } from "../fields.ts";

/** The fields for which a merge picks one of two values; each customer keeps their own phone. */
export type MergeFields = Readonly<Record<MergedField, string>>;

/** Which customer is kept, which is merged into it, and the kept customer's fields before and after. */
export interface MergeDecision {
  readonly kept_id: number;
  readonly merged_id: number;
  readonly was: MergeFields;
  readonly becomes: MergeFields;
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
    .select(["id", ...customerFieldNames, "user_image"])
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
  const { kept_id, merged_id, becomes } = decision;
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
      messages_received: eb("messages_received", "-", received),
      messages_sent: eb("messages_sent", "-", sent),
    }))
    .where("id", "=", kept_id)
    .execute();
}
