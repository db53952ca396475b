import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import type { CampaignState, RecipientKey } from "../../rules.ts";
import type { CampaignKey } from "../../server/campaignStore.ts";
import { intendRows } from "./ledgerStore.ts";

/*
 * A text is on its way while an intent names its row's next attempt. The row itself says nothing of it: it is written once,
 * with the carrier's answer, or when that is missing.
 */

/** A text that is about to be handed over, with what it says. */
export interface IntendedText {
  readonly n: number;
  readonly attempt: number;
  readonly hash: string;
  readonly segments: number;
}

interface NewIntent extends CampaignKey {
  readonly from_number: string;
  readonly attempted_at: Date;
  readonly lease_until: Date;
}

/** Commits texts of one campaign to their attempts, before the carrier hears of them. @returns the intent's id. */
export async function insertIntent(db: Db, intent: NewIntent, texts: readonly IntendedText[]): Promise<number> {
  const row = await db
    .insertInto("campaign_intents")
    .values({
      ...intent,
      ns: texts.map(({ n }) => n),
      attempts: texts.map(({ attempt }) => attempt),
      segments: texts.map(({ segments }) => segments),
      hashes: texts.map(({ hash }) => hash),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Those of the intents that are still this process's, each with the state of its campaign; nobody else gets them meanwhile. */
export async function lockIntents(db: Db, dealer_id: number, ids: readonly number[], now: Date) {
  return db
    .selectFrom("campaign_intents as i")
    .innerJoin("campaigns as c", (join) => join.on("c.dealer_id", "=", dealer_id).onRef("c.id", "=", "i.campaign_id"))
    .where("i.dealer_id", "=", dealer_id)
    .where("i.id", "=", sql<number>`any(${[...ids]}::bigint[])`)
    .where("i.lease_until", ">", now)
    .select(["i.id", "i.attempted_at", "i.lease_until"])
    .select(sql<CampaignState>`c.state`.as("campaign_state"))
    .orderBy("i.id")
    .forUpdate("i")
    .execute();
}

/**
 * Begins attempts anew: extends the leases of intents that are still this process's. Whoever waited for too long gets none
 * back: somebody else may be looking the texts up at the carrier by now.
 */
export async function renewIntents(
  db: Db,
  dealer_id: number,
  ids: readonly number[],
  { now, lease_until }: { readonly now: Date; readonly lease_until: Date },
): Promise<void> {
  await db
    .updateTable("campaign_intents")
    .set({ attempted_at: now, lease_until })
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", sql<number>`any(${[...ids]}::bigint[])`)
    .where("lease_until", ">", now)
    .execute();
}

/** Deletes intents whose texts have their answers, or never left. */
export async function deleteIntents(db: Db, dealer_id: number, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom("campaign_intents")
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", sql<number>`any(${[...ids]}::bigint[])`)
    .execute();
}

/** Those of the texts whose rows still wait for that attempt: a report on an earlier one may have ended them. */
export async function stillWaiting(db: Db, dealer_id: number, keys: readonly RecipientKey[]): Promise<RecipientKey[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<RecipientKey>`
    select r.dealer_id::float8 as dealer_id, r.campaign_id::float8 as campaign_id, r.n, c.attempt
    from unnest(${keys.map(({ campaign_id }) => campaign_id)}::bigint[], ${keys.map(({ n }) => n)}::integer[],
      ${keys.map(({ attempt }) => attempt)}::smallint[]) as c (campaign_id, n, attempt)
    join campaign_recipients r on r.dealer_id = ${dealer_id} and r.campaign_id = c.campaign_id and r.n = c.n
    where r.state = 'pending' and r.attempt = c.attempt - 1`.execute(db);
  return rows;
}

/**
 * Writes an attempt that is on its way into its row, for a report that came before the carrier's answer.
 *
 * @returns false when it isn't on its way.
 */
export async function openAttempt(db: Db, { dealer_id, campaign_id, n, attempt }: RecipientKey): Promise<boolean> {
  const { rows } = await sql<IntendedText & NewIntent>`
    select i.from_number, i.attempted_at, i.lease_until, t.n, t.attempt, t.segments, t.hash
    from campaign_intents i
    cross join lateral unnest(i.ns, i.attempts, i.segments, i.hashes) as t (n, attempt, segments, hash)
    where i.dealer_id = ${dealer_id} and i.campaign_id = ${campaign_id} and t.n = ${n} and t.attempt = ${attempt}`.execute(
    db,
  );
  const [found] = rows;
  if (!found) return false;
  const { from_number, attempted_at: at, lease_until } = found;
  await intendRows(db, dealer_id, [{ ...found, campaign_id }], { from_number, at, lease_until });
  return true;
}

/** The businesses that have intents whose answers are overdue: their process died. */
export async function dealersWithOverdueIntents(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom("campaign_intents")
    .where("lease_until", "<=", now)
    .select("dealer_id")
    .distinct()
    .execute();
  return rows.map(({ dealer_id }) => dealer_id);
}

/** Writes the attempts of overdue intents into the rows that have no answer yet. From then on each is looked up. */
export async function openOverdueIntents(db: Db, dealer_id: number, now: Date): Promise<void> {
  const overdue = await db
    .selectFrom("campaign_intents")
    .where("dealer_id", "=", dealer_id)
    .where("lease_until", "<=", now)
    .selectAll()
    .orderBy("id")
    .limit(20)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { campaign_id, from_number, attempted_at: at, lease_until, ns, attempts, segments, hashes } of overdue) {
    const texts = ns.map((n, place) => ({
      campaign_id,
      n,
      attempt: attempts[place] ?? 0,
      segments: segments[place] ?? 0,
      hash: hashes[place] ?? "",
    }));
    await intendRows(db, dealer_id, texts, { from_number, at, lease_until });
  }
  const ids = overdue.map(({ id }) => id);
  if (ids.length > 0) await deleteIntents(db, dealer_id, ids);
}
