import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import type { TimeOff } from "../contract.ts";

const most = 500;

/** The time off of these members that isn't over. */
export async function timeOffOf(db: Db, dealer_id: number, user_ids: readonly number[], now: Date) {
  const { rows } = await sql<Omit<TimeOff, "starts_at" | "ends_at"> & { starts_at: Date; ends_at: Date }>`
    select t.id, t.user_id, trim(users.first_name || ' ' || users.last_name) as name, t.starts_at, t.ends_at, t.reason
    from time_off t join users on users.dealer_id = t.dealer_id and users.id = t.user_id
    where t.dealer_id = ${dealer_id} and t.user_id = any(${[...user_ids]}::bigint[]) and t.ends_at > ${now}
    order by t.starts_at, t.id limit ${most}`.execute(db);
  return rows;
}

export interface NewTimeOff {
  readonly dealer_id: number;
  readonly user_id: number;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly reason: string;
  readonly created_by: number;
  readonly created_at: Date;
}

/** How many entries a member has that aren't over. */
export async function countTimeOff(db: Db, dealer_id: number, user_id: number, now: Date): Promise<number> {
  const entries = db.selectFrom("time_off").where("dealer_id", "=", dealer_id).where("user_id", "=", user_id);
  const counted = entries.where("ends_at", ">", now).select(sql<number>`count(*)::int`.as("count"));
  return (await counted.executeTakeFirstOrThrow()).count;
}

/** Fails on `host_times_not_off` when the member has an appointment then. */
export async function insertTimeOff(db: Db, entry: NewTimeOff): Promise<number> {
  return (await db.insertInto("time_off").values(entry).returning("id").executeTakeFirstOrThrow()).id;
}

/** Deletes an entry of one of these members; undefined when they have no such entry. */
export async function deleteTimeOff(db: Db, dealer_id: number, user_ids: readonly number[], id: number) {
  return db
    .deleteFrom("time_off")
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .where(sql<boolean>`user_id = any(${[...user_ids]}::bigint[])`)
    .returning(["user_id", "starts_at", "ends_at"])
    .executeTakeFirst();
}

/** Locks an entry of one of these members; undefined when they have no such entry. */
export async function lockTimeOff(db: Db, dealer_id: number, user_ids: readonly number[], id: number) {
  return db
    .selectFrom("time_off")
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .where(sql<boolean>`user_id = any(${[...user_ids]}::bigint[])`)
    .select(["user_id", "starts_at", "ends_at", "reason"])
    .forUpdate()
    .executeTakeFirst();
}

/** Fails on `host_times_not_off` when the member has an appointment then. */
export async function updateTimeOff(
  db: Db,
  dealer_id: number,
  id: number,
  change: Pick<NewTimeOff, "starts_at" | "ends_at" | "reason">,
): Promise<void> {
  await db.updateTable("time_off").set(change).where("dealer_id", "=", dealer_id).where("id", "=", id).execute();
}
