import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import { unknownEmailText } from "../../email/rules.ts";
import type { Channel, RecipientKey } from "../../rules.ts";

/*
 * A recipient's message is on its way while an intent names it. Its row in the ledger says nothing of that: it is written
 * once, with the answer, or when that is missing.
 */

/** A message that is about to be handed over, as its intent has it. */
export interface IntendedMessage {
  readonly campaign_id: number;
  readonly n: number;
  readonly attempt: number;
  readonly body_hash: string;
  readonly segments: number;
}

/** Commits messages to their attempts. @returns the batch's id, and which of them no other batch has. */
export async function insertBatch(
  db: Db,
  batch: {
    readonly dealer_id: number;
    readonly channel: Channel;
    readonly from_number: string;
    readonly lease_until: Date;
  },
  messages: readonly IntendedMessage[],
): Promise<{ id: number; isOwn: (key: { campaign_id: number; n: number }) => boolean }> {
  const { id } = await db.insertInto("campaign_batches").values(batch).returning("id").executeTakeFirstOrThrow();
  const { rows } = await sql<{ campaign_id: number; n: number }>`
    insert into campaign_intents (dealer_id, campaign_id, n, attempt, batch_id, body_hash, segments)
    select ${batch.dealer_id}, campaign_id, n, attempt, ${id}, body_hash, segments
    from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb)
      as given (campaign_id bigint, n integer, attempt smallint, body_hash text, segments smallint)
    on conflict do nothing returning campaign_id, n`.execute(db);
  const own = new Set(rows.map(nameOf));
  return { id, isOwn: (key) => own.has(nameOf(key)) };
}

const nameOf = ({ campaign_id, n }: { campaign_id: number; n: number }) => `${campaign_id} ${n}`;

/** Begins a hand-over. @returns false when the batch is somebody else's by now: its process came too late. */
export async function beginBatch(
  db: Db,
  dealer_id: number,
  id: number,
  { now, lease_until }: { readonly now: Date; readonly lease_until: Date },
): Promise<boolean> {
  const begun = await db
    .updateTable("campaign_batches")
    .set({ attempted_at: now, lease_until })
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .where("attempted_at", "is", null)
    .where("lease_until", ">", now)
    .returning("id")
    .executeTakeFirst();
  return begun !== undefined;
}

/** Whose rows still wait for the attempt that the batch has: a report on an earlier one, or an erasure, may have ended one. */
export async function waitingOfBatch(db: Db, dealer_id: number, id: number) {
  const { rows } = await sql<{ campaign_id: number; n: number }>`
    select i.campaign_id::float8 as campaign_id, i.n
    from campaign_intents i
    cross join lateral (
      select state, attempt from campaign_recipients
      where dealer_id = ${dealer_id} and campaign_id = i.campaign_id and n = i.n offset 0) as r
    where i.dealer_id = ${dealer_id} and i.batch_id = ${id} and r.state = 'pending' and r.attempt = i.attempt - 1`.execute(
    db,
  );
  const names = new Set(rows.map(nameOf));
  return (key: RecipientKey) => names.has(nameOf(key));
}

/** Takes messages out of a batch: they don't leave with it. */
export async function removeFromBatch(
  db: Db,
  dealer_id: number,
  id: number,
  messages: readonly { readonly campaign_id: number; readonly n: number }[],
): Promise<void> {
  if (messages.length === 0) return;
  const keys = messages.map(({ campaign_id, n }) => ({ campaign_id, n }));
  await sql`delete from campaign_intents where dealer_id = ${dealer_id} and batch_id = ${id} and (campaign_id, n) in (
    select campaign_id, n from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as given (campaign_id bigint, n integer))`.execute(
    db,
  );
}

/** Deletes batches with their intents: their messages have answers, or never left. */
export async function deleteBatches(db: Db, dealer_id: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .deleteFrom("campaign_batches")
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", sql<number>`any(${[...ids]}::bigint[])`)
    .execute();
}

/**
 * Writes attempts whose answer is missing into their rows, those that were given up meanwhile included: texts to be looked
 * up; emails as not known, because no mail server can be asked, until their answer or a report says more.
 *
 * @param which of the intents: all of some batches, or some messages.
 * @returns how many.
 */
export async function writeUnanswered(
  db: Db,
  dealer_id: number,
  which: { readonly batches: readonly number[] } | { readonly messages: readonly RecipientKey[] },
): Promise<number> {
  const chosen =
    "batches" in which
      ? sql`i.batch_id = any(${[...which.batches]}::bigint[])`
      : sql`(i.campaign_id, i.n, i.attempt) in (
          select campaign_id, n, attempt from jsonb_to_recordset(${JSON.stringify(which.messages)}::jsonb)
            as given (campaign_id bigint, n integer, attempt smallint))`;
  const { numAffectedRows = 0n } = await sql`update campaign_recipients r set reason = '',
      state = case r.channel when 'email' then 'unknown' else 'intended' end,
      handed_at = case r.channel when 'email' then b.attempted_at else r.handed_at end,
      attempt = i.attempt, attempted_at = b.attempted_at, asked = 0, error_code = '',
      error = case r.channel when 'email' then ${unknownEmailText} else '' end,
      body_hash = i.body_hash, segments = i.segments, from_number = b.from_number,
      lease_until = case r.channel when 'email' then null else b.lease_until end
    from campaign_intents i
    join campaign_batches b on b.dealer_id = i.dealer_id and b.id = i.batch_id
    where i.dealer_id = ${dealer_id} and ${chosen} and r.dealer_id = ${dealer_id} and r.campaign_id = i.campaign_id
      and r.n = i.n and r.attempt = i.attempt - 1 and r.state in ('pending', 'skipped')`.execute(db);
  return Number(numAffectedRows);
}

/** The businesses with batches whose time is up: their process crashed, or was paused for long. */
export async function dealersWithOverdueBatches(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom("campaign_batches")
    .where("lease_until", "<=", now)
    .select("dealer_id")
    .distinct()
    .execute();
  return rows.map(({ dealer_id }) => dealer_id);
}

/** Some batches whose time is up; locked until the transaction ends. */
export async function lockOverdueBatches(db: Db, dealer_id: number, now: Date, limit: number) {
  return db
    .selectFrom("campaign_batches")
    .where("dealer_id", "=", dealer_id)
    .where("lease_until", "<=", now)
    .select(["id", "attempted_at"])
    .orderBy("id")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}
