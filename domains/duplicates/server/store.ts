import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { customerFieldNames } from "#domains/customers/fields.ts";
import {
  type CustomerMergeRecord,
  consentStateSql,
  customSql,
  optinStatusSql,
} from "#domains/customers/server/public.ts";
import type { MovedChat } from "#domains/inbox/conversation/server/public.ts";
import type { ComparedCustomer } from "../contract.ts";

/** More candidates than are shown, because the rules drop some of them. */
const maxCandidates = 2_000;

export interface CandidatePair {
  readonly customer_id: number;
  readonly other_id: number;
}

/** Pairs of the acting location's customers that may be one person, newest first. */
export async function findCandidates(db: Db): Promise<{ pairs: CandidatePair[]; isTruncated: boolean }> {
  const { rows } =
    await sql<CandidatePair>`select customer_id, other_id from duplicate_candidates(${maxCandidates})`.execute(db);
  return { pairs: rows, isTruncated: rows.length === maxCandidates };
}

/** Candidates for one customer. */
export async function findCandidatesOf(db: Db, id: number, most: number): Promise<CandidatePair[]> {
  const { rows } = await sql<{ other_id: number }>`
    select other_id from duplicate_candidates_of(${id}, ${most})`.execute(db);
  return rows.map(({ other_id }) => ({ customer_id: Math.min(id, other_id), other_id: Math.max(id, other_id) }));
}

/** Live customers of the location, by id. */
export async function comparedCustomers(
  db: Db,
  location: LocationKey,
  ids: readonly number[],
): Promise<Map<number, ComparedCustomer>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("customers")
    .where("dealer_id", "=", location.dealer_id)
    .where("location_id", "=", location.location_id)
    .where("id", "=", sql<number>`any(${[...ids]}::bigint[])`)
    .where("deleted_at", "is", null)
    .select(["id", ...customerFieldNames, customSql("customers").as("custom")])
    .select(["messages_received", "messages_sent"])
    .select(["customers.customer_name", optinStatusSql.as("optin_status"), consentStateSql.as("consent_state")])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Records that two customers are different people. */
export async function insertApart(db: Db, location: LocationKey, pair: CandidatePair & { user_id: number; at: Date }) {
  const { dealer_id, location_id } = location;
  await db
    .insertInto("known_apart")
    .values({ dealer_id, location_id, ...pair })
    .onConflict((conflict) => conflict.columns(["dealer_id", "customer_id", "other_id"]).doNothing())
    .execute();
}

/** What a merge moved, stored as JSON so that it can be undone. */
export interface MergeRecord {
  readonly customer: CustomerMergeRecord;
  readonly chat: MovedChat;
  /** Tags added to the kept customer's chat, and notes moved into it. */
  readonly tags: readonly number[];
  readonly notes: readonly number[];
  readonly appointments: readonly number[];
  /** The merged customer's lists, and those of them that the kept customer joined. */
  readonly lists: readonly number[];
  readonly joined: readonly number[];
}

interface NewMerge {
  readonly kept_id: number;
  readonly merged_id: number;
  readonly moved: MergeRecord;
  readonly user_id: number;
  readonly at: Date;
}

export async function insertMerge(db: Db, { dealer_id, location_id }: LocationKey, merge: NewMerge): Promise<number> {
  const row = { ...merge, dealer_id, location_id, moved: JSON.stringify(merge.moved) };
  return (await db.insertInto("customer_merges").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

/** Merges with the facts that decide whether they can be undone. */
function mergeRows(db: Db, { dealer_id, location_id }: LocationKey) {
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

/** Merges into a customer that have not been undone, newest first. */
export async function mergesInto(db: Db, location: LocationKey, kept_id: number): Promise<MergeRow[]> {
  return mergeRows(db, location)
    .where("m.kept_id", "=", kept_id)
    .where("m.undone_at", "is", null)
    .orderBy("m.id", "desc")
    .limit(50)
    .execute();
}

/** One merge; locks its row until the transaction ends. */
export async function lockMerge(db: Db, location: LocationKey, id: number): Promise<MergeRecord | undefined> {
  const row = await db
    .selectFrom("customer_merges")
    .where("dealer_id", "=", location.dealer_id)
    .where("location_id", "=", location.location_id)
    .where("id", "=", id)
    .select("moved")
    .forUpdate()
    .executeTakeFirst();
  return row?.moved as MergeRecord | undefined;
}

export async function mergeById(db: Db, location: LocationKey, id: number): Promise<MergeRow | undefined> {
  return mergeRows(db, location).where("m.id", "=", id).executeTakeFirst();
}

export async function markUndone(db: Db, dealer_id: number, id: number, undone_at: Date): Promise<void> {
  const merge = db.updateTable("customer_merges").where("dealer_id", "=", dealer_id).where("id", "=", id);
  await merge.set({ undone_at }).execute();
}
