import { sql } from "kysely";
import type { Db } from "#core/server/unit.ts";
import type { Absorbed, Place } from "#domains/customers/server/public.ts";
import { optinStatusIn } from "#domains/customers/server/public.ts";
import type { MovedChat } from "#domains/inbox/server/public.ts";
import type { ComparedCustomer } from "../contract.ts";

/** More candidates than are shown, because the rules leave some of them out. */
const mostCandidates = 2_000;

export interface Candidate {
  readonly customer_id: number;
  readonly other_id: number;
}

/** Pairs of the acting location that may be one person, the newest first; and whether there may be more. */
export async function candidates(db: Db): Promise<{ found: Candidate[]; more: boolean }> {
  const { rows } =
    await sql<Candidate>`select customer_id, other_id from duplicate_candidates(${mostCandidates})`.execute(db);
  return { found: rows, more: rows.length === mostCandidates };
}

/** The same for one customer. */
export async function candidatesOf(db: Db, id: number, most: number): Promise<Candidate[]> {
  const { rows } = await sql<{ other_id: number }>`
    select other_id from duplicate_candidates_of(${id}, ${most})`.execute(db);
  return rows.map(({ other_id }) => ({ customer_id: Math.min(id, other_id), other_id: Math.max(id, other_id) }));
}

/** Live customers of the location, by their ids. */
export async function comparedCustomers(
  db: Db,
  place: Place,
  ids: readonly number[],
): Promise<Map<number, ComparedCustomer>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("customers")
    .where("dealer_id", "=", place.dealer_id)
    .where("location_id", "=", place.location_id)
    .where("id", "=", sql<number>`any(${[...ids]}::bigint[])`)
    .where("deleted_at", "is", null)
    .select(["id", "first_name", "last_name", "email", "phone", "company", "address"])
    .select(["messages_received", "messages_sent"])
    .select(["customers.customer_name", optinStatusIn.as("optin_status")])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Remembers that two customers are two people. */
export async function insertApart(db: Db, place: Place, pair: Candidate & { user_id: number; at: Date }) {
  const { dealer_id, location_id } = place;
  await db
    .insertInto("known_apart")
    .values({ dealer_id, location_id, ...pair })
    .onConflict((conflict) => conflict.columns(["dealer_id", "customer_id", "other_id"]).doNothing())
    .execute();
}

/** What a merge moved, for undoing it. */
export interface Moved {
  readonly customer: Absorbed;
  readonly chat: MovedChat;
  /** Tags that the kept one's conversation got, and notes that moved into it. */
  readonly tags: readonly number[];
  readonly notes: readonly number[];
  readonly appointments: readonly number[];
  /** The lists of the merged customer, and those of them that the kept one came to by the merge. */
  readonly lists: readonly number[];
  readonly joined: readonly number[];
}

interface NewMerge {
  readonly kept_id: number;
  readonly merged_id: number;
  readonly moved: Moved;
  readonly user_id: number;
  readonly at: Date;
}

export async function insertMerge(db: Db, { dealer_id, location_id }: Place, merge: NewMerge): Promise<number> {
  const row = { ...merge, dealer_id, location_id, moved: JSON.stringify(merge.moved) };
  return (await db.insertInto("customer_merges").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

/** Merges with what decides whether they can be undone. */
function mergeRows(db: Db, { dealer_id, location_id }: Place) {
  return db
    .selectFrom("customer_merges as m")
    .innerJoin("customers", (join) =>
      join.onRef("customers.dealer_id", "=", "m.dealer_id").onRef("customers.id", "=", "m.merged_id"),
    )
    .innerJoin("customers as kept", (join) =>
      join.onRef("kept.dealer_id", "=", "m.dealer_id").onRef("kept.id", "=", "m.kept_id"),
    )
    .leftJoin("users as u", (join) => join.onRef("u.dealer_id", "=", "m.dealer_id").onRef("u.id", "=", "m.user_id"))
    .leftJoin("customers as owner", (join) =>
      join
        .onRef("owner.dealer_id", "=", "m.dealer_id")
        .onRef("owner.location_id", "=", "m.location_id")
        .onRef("owner.phone", "=", "customers.phone")
        .on("owner.deleted_at", "is", null),
    )
    .where("m.dealer_id", "=", dealer_id)
    .where("m.location_id", "=", location_id)
    .select(["m.id", "m.kept_id", "m.merged_id", "m.at", "m.undone_at", "customers.phone"])
    .select(["kept.first_name as kept_first", "kept.last_name as kept_last", "kept.phone as kept_phone"])
    .select(["kept.deleted_at as kept_deleted_at", "kept.merged_into as kept_merged_into"])
    .select(["owner.first_name as owner_first", "owner.last_name as owner_last", "owner.phone as owner_phone"])
    .select("customers.customer_name as merged_name")
    .select(sql<string>`coalesce(trim(u.first_name || ' ' || u.last_name), '')`.as("by"))
    .select(
      sql<boolean>`exists (select from customer_merges n where n.dealer_id = m.dealer_id and n.kept_id = m.kept_id
        and n.id > m.id and n.undone_at is null)`.as("has_newer"),
    );
}

export type MergeRow = Awaited<ReturnType<ReturnType<typeof mergeRows>["executeTakeFirstOrThrow"]>>;

/** Who was merged into a customer and is not back, newest first. */
export async function mergesInto(db: Db, place: Place, kept_id: number): Promise<MergeRow[]> {
  return mergeRows(db, place)
    .where("m.kept_id", "=", kept_id)
    .where("m.undone_at", "is", null)
    .orderBy("m.id", "desc")
    .limit(50)
    .execute();
}

/** One merge; its row is held until the end of the transaction. */
export async function lockMerge(db: Db, place: Place, id: number): Promise<Moved | undefined> {
  const row = await db
    .selectFrom("customer_merges")
    .where("dealer_id", "=", place.dealer_id)
    .where("location_id", "=", place.location_id)
    .where("id", "=", id)
    .select("moved")
    .forUpdate()
    .executeTakeFirst();
  return row?.moved as Moved | undefined;
}

export async function mergeById(db: Db, place: Place, id: number): Promise<MergeRow | undefined> {
  return mergeRows(db, place).where("m.id", "=", id).executeTakeFirst();
}

export async function markUndone(db: Db, dealer_id: number, id: number, undone_at: Date): Promise<void> {
  const merge = db.updateTable("customer_merges").where("dealer_id", "=", dealer_id).where("id", "=", id);
  await merge.set({ undone_at }).execute();
}
