import { sql } from "kysely";
import { builtOnce } from "#core/server/builtOnce.ts";
import { preparedStatement } from "#core/server/preparedStatement.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { DailyQuota } from "../rules.ts";

/** What decides about a business's limits, with the time zone of its days: its first location's. */
export async function quotaFacts(db: Db, dealer_id: number) {
  const [row] = await selectFacts(db, dealer_id);
  if (!row) return undefined;
  const { trial_ends_at, time_zone, ...chosen } = row;
  return { trial_ends_at, chosen, time_zone: time_zone ?? "America/New_York" };
}

const selectFacts = builtOnce((db, dealer_id: number) =>
  db
    .selectFrom("dealers")
    .leftJoin("quota_limits as chosen", "chosen.dealer_id", "dealers.id")
    .where("dealers.id", "=", dealer_id)
    .where("dealers.id", "<>", 0)
    .modifyFront(preparedStatement)
    .select(["dealers.trial_ends_at", "chosen.texts", "chosen.mails", "chosen.invitations", "chosen.bytes"])
    .select((from) =>
      from
        .selectFrom("locations")
        .whereRef("locations.dealer_id", "=", "dealers.id")
        .select("locations.time_zone")
        .orderBy("locations.id")
        .limit(1)
        .as("time_zone"),
    ),
);

/** Counts one more use of a day unless that exceeds the limit; the row stays locked until the transaction ends. */
export async function addUse(db: Db, dealer_id: number, day: string, kind: DailyQuota, limit: number) {
  if (limit < 1) return false;
  const { rows } = await sql`
    insert into quota_uses as counted (dealer_id, day, kind, used) values (${dealer_id}, ${day}::date, ${kind}, 1)
    on conflict (dealer_id, day, kind) do update set used = counted.used + 1 where counted.used < ${limit}
    returning used`.execute(db);
  return rows.length === 1;
}

/** As `addUse`, for the end of a transaction, where nobody reads what it returns: at the limit it fails. */
export const addUseText = `
  insert into quota_uses as counted (dealer_id, day, kind, used) values ($1, $2::date, $3, 1)
  on conflict (dealer_id, day, kind) do update set used = counted.used + 1 / (counted.used < $4)::int`;

/** True for the error that `addUseText` ends with at the limit, a division by zero. */
export const isLimitError = (error: unknown) => (error as { code?: string } | undefined)?.code === "22012";

/** Counts up to `wanted` more uses of a day, as far as the limit goes. @returns how many. */
export async function addUses(
  db: Db,
  dealer_id: number,
  day: string,
  kind: DailyQuota,
  wanted: number,
  limit: number,
): Promise<number> {
  await sql`insert into quota_uses (dealer_id, day, kind, used) values (${dealer_id}, ${day}::date, ${kind}, 0)
    on conflict do nothing`.execute(db);
  const { rows } = await sql<{ used: number }>`select used from quota_uses
    where dealer_id = ${dealer_id} and day = ${day}::date and kind = ${kind} for update`.execute(db);
  const granted = Math.max(0, Math.min(wanted, limit - (rows[0]?.used ?? 0)));
  await sql`update quota_uses set used = used + ${granted}
    where dealer_id = ${dealer_id} and day = ${day}::date and kind = ${kind}`.execute(db);
  return granted;
}

/** How many uses of a day are counted. */
export async function usesOf(db: Db, dealer_id: number, day: string, kind: DailyQuota | "segments"): Promise<number> {
  const { rows } = await sql<{ used: number }>`select used from quota_uses
    where dealer_id = ${dealer_id} and day = ${day}::date and kind = ${kind}`.execute(db);
  return rows[0]?.used ?? 0;
}

/** The segments counted on a day; locked until the transaction ends. */
export async function lockSegmentsOf(db: Db, dealer_id: number, day: string): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    insert into quota_uses as counted (dealer_id, day, kind, used) values (${dealer_id}, ${day}::date, 'segments', 0)
    on conflict (dealer_id, day, kind) do update set used = counted.used returning used`.execute(db);
  return rows[0]?.used ?? 0;
}

/** Counts more of them. */
export async function addSegments(db: Db, dealer_id: number, day: string, count: number): Promise<void> {
  await sql`update quota_uses set used = used + ${count}
    where dealer_id = ${dealer_id} and day = ${day}::date and kind = 'segments'`.execute(db);
}

/** Takes one use of a day back. */
export async function removeUse(db: Db, dealer_id: number, day: string, kind: DailyQuota): Promise<void> {
  await sql`
    update quota_uses set used = used - 1
    where dealer_id = ${dealer_id} and day = ${day}::date and kind = ${kind} and used > 0`.execute(db);
}

/** What a business used of each kind on a day. */
export async function usesOn(db: Db, dealer_id: number, day: string): Promise<Record<DailyQuota, number>> {
  const { rows } = await sql<{ kind: DailyQuota; used: number }>`
    select kind, used from quota_uses
    where dealer_id = ${dealer_id} and day = ${day}::date and kind <> 'segments'`.execute(db);
  const used = { texts: 0, mails: 0, invitations: 0 };
  for (const row of rows) used[row.kind] = row.used;
  return used;
}

export async function storedBytes(db: Db, dealer_id: number): Promise<number> {
  const row = db.selectFrom("stored_bytes").where("dealer_id", "=", dealer_id).select("bytes");
  return (await row.executeTakeFirst())?.bytes ?? 0;
}

/** The bytes of all kept files; locks their count until the transaction ends. */
export async function lockStoredBytes(db: Db, dealer_id: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    insert into stored_bytes as kept (dealer_id, bytes) values (${dealer_id}, 0)
    on conflict (dealer_id) do update set bytes = kept.bytes returning bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}

export interface NewLimits {
  readonly texts: number | null;
  readonly mails: number | null;
  readonly invitations: number | null;
  readonly bytes: number | null;
}

export async function saveLimits(db: Db, dealer_id: number, limits: NewLimits): Promise<void> {
  const row = db.insertInto("quota_limits").values({ dealer_id, ...limits });
  await row.onConflict((conflict) => conflict.column("dealer_id").doUpdateSet(limits)).execute();
}
