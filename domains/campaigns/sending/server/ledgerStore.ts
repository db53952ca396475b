import { type RawBuilder, sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { numberArray, textArray } from "#core/server/arrayLiteral.ts";
import { inIndexOrder } from "#core/server/inIndexOrder.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { SkipReason } from "#domains/marketing/rules/rules.ts";
import type { Channel, RecipientKey, RecipientState } from "../../rules.ts";
import type { CampaignKey } from "../../server/campaignStore.ts";

/** A new row of the ledger: to be sent, or skipped with its reason. */
export interface NewRecipient extends CampaignKey {
  readonly n: number;
  readonly location_id: number;
  readonly customer_id: number;
  readonly channel: Channel;
  readonly address: string;
  readonly zones: string;
  readonly states: string;
  readonly is_guess: boolean;
  readonly due_at: Date;
  readonly state: "pending" | "skipped";
  readonly reason: SkipReason | "";
  readonly created_at: Date;
}

/** Adds rows; a person who has one already keeps it. */
export async function insertRecipients(db: Db, rows: readonly NewRecipient[]): Promise<void> {
  if (rows.length === 0) return;
  // One parameter: building and binding fifteen for each row took longer than inserting them.
  await sql`insert into campaign_recipients (dealer_id, campaign_id, n, location_id, customer_id, channel, address,
      zones, states, is_guess, due_at, state, reason, created_at)
    select dealer_id, campaign_id, n, location_id, customer_id, channel, address, zones, states, is_guess, due_at, state,
      reason, created_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (dealer_id bigint, campaign_id bigint, n integer,
      location_id bigint, customer_id bigint, channel text, address text, zones text, states text, is_guess boolean,
      due_at timestamptz, state text, reason text, created_at timestamptz)
    on conflict do nothing`.execute(db);
}

/** How far an audience is in the ledger: its highest number and customer. Rows are made in the order of customers. */
export async function preparedUpTo(db: Db, { dealer_id, campaign_id }: CampaignKey) {
  const { rows } = await sql<{ n: number; customer_id: number }>`
    with last as (
      select max(n) as n from campaign_recipients where dealer_id = ${dealer_id} and campaign_id = ${campaign_id})
    select last.n, max(near.customer_id)::float8 as customer_id
    from last cross join lateral (
      -- Of the last ones: a merge may have given one of them to another customer.
      select customer_id from campaign_recipients
      where dealer_id = ${dealer_id} and campaign_id = ${campaign_id} and n > last.n - 1000 and n <= last.n offset 0) as near
    group by last.n`.execute(db);
  return rows[0] ?? { n: 0, customer_id: 0 };
}

/** Which of these addresses a campaign that is being prepared has already: nothing of it has been handed over. */
export async function knownAddresses(db: Db, { dealer_id, campaign_id }: CampaignKey, addresses: readonly string[]) {
  const { rows } = await sql<{ address: string }>`
    select known.address from unnest(${textArray(addresses)}::text[]) as asked (address) cross join lateral (
      select address from campaign_recipients
      where dealer_id = ${dealer_id} and campaign_id = ${campaign_id} and address = asked.address
        -- As in the index's condition.
        and reason <> 'duplicate' and address <> '' and handed_at is null offset 0) as known`.execute(db);
  return new Set(rows.map(({ address }) => address));
}

/** The location's campaigns that are sending, oldest first, with what their messages are made of. */
export async function sendingCampaigns(db: Db, { dealer_id, location_id }: LocationKey, channel: Channel) {
  return db
    .selectFrom("campaigns")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("state", "=", "sending")
    .where("channel", "=", channel)
    .select(["id as campaign_id", "body", "image_id", "exclude_days", "skip_unanswered", "sent_at", "title"])
    .select(["subject", "preheader"])
    .select(sql<Date>`ends_by`.as("ends_by"))
    .orderBy("id")
    .execute();
}

export type SendingCampaign = Awaited<ReturnType<typeof sendingCampaigns>>[number];

/** A row that is due, with what its gate asks about. */
export interface DueRecipient {
  readonly campaign_id: number;
  readonly n: number;
  readonly customer_id: number;
  readonly address: string;
  readonly zones: string;
  readonly states: string;
  readonly is_guess: boolean;
  readonly due_at: Date;
  readonly attempt: number;
  readonly delayed_since: Date | null;
}

/** Locks a campaign's next due rows, without those that are on their way or that another process is claiming. */
export async function dueRecipients(db: Db, { dealer_id, campaign_id }: CampaignKey, now: Date, limit: number) {
  const due = sql<DueRecipient>`
    select r.campaign_id::float8 as campaign_id, r.n, r.customer_id::float8 as customer_id, r.address, r.zones, r.states,
      r.is_guess, r.due_at, r.attempt, r.delayed_since
    from campaign_recipients r
    -- The state in the statement itself, as in the index's condition: a plan for any value can't use the index.
    where r.dealer_id = ${dealer_id} and r.campaign_id = ${campaign_id} and r.state = 'pending' and r.due_at <= ${now}
      -- Not "not exists": joined, everyone who waits would be read and sorted.
      and r.n not in (
        select i.n from campaign_intents i where i.dealer_id = ${dealer_id} and i.campaign_id = ${campaign_id})
    order by r.due_at, r.n limit ${limit} for update of r skip locked`;
  const { rows } = await inIndexOrder(db, () => due.execute(db));
  return rows;
}

/** Stores each distinct text once. */
export async function insertBodies(
  db: Db,
  dealer_id: number,
  bodies: readonly { readonly campaign_id: number; readonly hash: string; readonly body: string }[],
): Promise<void> {
  const distinct = new Map(bodies.map((body) => [`${body.campaign_id} ${body.hash}`, body]));
  if (distinct.size === 0) return;
  await db
    .insertInto("campaign_bodies")
    .values([...distinct.values()].map((body) => ({ dealer_id, ...body })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The text that an attempt was to send. */
export async function bodyOf(db: Db, { dealer_id, campaign_id }: CampaignKey, hash: string): Promise<string> {
  const row = await db
    .selectFrom("campaign_bodies")
    .where("dealer_id", "=", dealer_id)
    .where("campaign_id", "=", campaign_id)
    .where("hash", "=", hash)
    .select("body")
    .executeTakeFirst();
  return row?.body ?? "";
}

/** A row that leaves the queue, or comes back into it, unless it has gone on to another attempt since. */
interface RowChange {
  readonly campaign_id: number;
  readonly n: number;
  readonly attempt: number;
}

export interface Skipped extends RowChange {
  readonly reason: SkipReason;
}

/** A row is in the attempt, or still before it: while an intent has the attempt, nothing is written into the row. */
const isOwnAttempt = sql`r.attempt between c.attempt - 1 and c.attempt`;

/** Ends rows without a message. */
export async function skipRows(db: Db, dealer_id: number, rows: readonly Skipped[]): Promise<void> {
  if (rows.length === 0) return;
  const changes = rows.map(({ campaign_id, n, attempt, reason }) => ({ campaign_id, n, attempt, reason }));
  await sql`update campaign_recipients r set state = 'skipped', reason = c.reason, attempt = c.attempt
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as c (campaign_id bigint, n integer, attempt smallint, reason text)
    where r.dealer_id = ${dealer_id} and r.campaign_id = c.campaign_id and r.n = c.n and ${isOwnAttempt}
      and r.state in ('pending', 'intended')`.execute(db);
}

export interface Postponed extends RowChange {
  readonly due_at: Date;
  /** Mail servers put it off: since then, unless they did before. */
  readonly delayed_since?: Date | null;
}

/** Puts rows back into the queue, or later into it. */
export async function postponeRows(db: Db, dealer_id: number, rows: readonly Postponed[]): Promise<void> {
  if (rows.length === 0) return;
  const changes = rows.map(({ campaign_id, n, attempt, due_at, delayed_since }) => {
    return { campaign_id, n, attempt, due_at, delayed_since };
  });
  await sql`update campaign_recipients r set state = 'pending', due_at = c.due_at, attempt = c.attempt,
      delayed_since = coalesce(r.delayed_since, c.delayed_since), lease_until = null, asked = 0
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as c (campaign_id bigint, n integer, attempt smallint, due_at timestamptz, delayed_since timestamptz)
    where r.dealer_id = ${dealer_id} and r.campaign_id = c.campaign_id and r.n = c.n and ${isOwnAttempt}
      and r.state in ('pending', 'intended')`.execute(db);
}

/** What came of one attempt, with what the message said. */
export interface AttemptResult extends RowChange {
  readonly state: Extract<RecipientState, "accepted" | "sent" | "delivered" | "failed" | "unknown">;
  readonly sid: string | null;
  readonly error_code: string;
  readonly error: string;
  readonly bounce: string;
  readonly hash: string;
  readonly segments: number;
}

/** States in which the carrier's word on an attempt is still missing. */
const isUndecided = sql`r.state in ('pending', 'intended', 'unknown', 'skipped')`;

/**
 * Saves answers, each with its attempt: until now an intent had it. A report that was faster stays, and a message that was
 * taken counts even when its row was given up meanwhile: it must not leave again.
 */
export async function saveResults(
  db: Db,
  dealer_id: number,
  results: readonly AttemptResult[],
  attempt: { readonly from_number: string; readonly attempted_at: Date; readonly at: Date },
): Promise<void> {
  const byCampaign = Map.groupBy(results, ({ campaign_id }) => campaign_id);
  await Promise.all(
    [...byCampaign].map(([id, own]) => saveOfCampaign(db, { dealer_id, campaign_id: id }, own, attempt)),
  );
}

/** The rows are read by their numbers, whatever Postgres expects of the campaign's size. */
async function saveOfCampaign(
  db: Db,
  { dealer_id, campaign_id }: CampaignKey,
  results: readonly AttemptResult[],
  { from_number, attempted_at, at }: { readonly from_number: string; readonly attempted_at: Date; readonly at: Date },
): Promise<void> {
  await sql`update campaign_recipients r set
      state = case when ${isUndecided} then c.state else r.state end,
      error_code = case when ${isUndecided} then c.error_code else r.error_code end,
      error = case when ${isUndecided} then c.error else r.error end, reason = '',
      bounce = case when c.bounce <> '' then c.bounce else r.bounce end,
      provider_sid = coalesce(r.provider_sid, c.sid), handed_at = coalesce(r.handed_at, ${at}), lease_until = null,
      attempt = c.attempt, attempted_at = ${attempted_at}, body_hash = c.hash, segments = c.segments,
      from_number = ${from_number}
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as c (n integer, attempt smallint, state text, sid text,
      error_code text, error text, bounce text, hash text, segments smallint)
    where r.dealer_id = ${dealer_id} and r.campaign_id = ${campaign_id}
      and r.n = any(${numberArray(results.map(({ n }) => n))}::integer[]) and r.n = c.n
      and (r.attempt = c.attempt - 1
        or (r.attempt = c.attempt and (c.sid is not null or r.state not in ('pending', 'skipped'))))`.execute(db);
}

/** One row with its text; locks the row until the transaction ends. */
export async function lockRecipient(db: Db, { dealer_id, campaign_id, n }: Omit<RecipientKey, "attempt">) {
  return db
    .selectFrom("campaign_recipients")
    .where("dealer_id", "=", dealer_id)
    .where("campaign_id", "=", campaign_id)
    .where("n", "=", n)
    .selectAll()
    .select(sql<RecipientState>`state`.as("state"))
    .forUpdate()
    .executeTakeFirst();
}

export interface RecipientChange {
  readonly state?: RecipientState;
  readonly reason?: SkipReason | "";
  readonly error_code?: string;
  readonly error?: string;
  readonly provider_sid?: string;
  readonly lease_until?: Date | null;
  readonly asked?: number;
  readonly due_at?: Date;
  readonly handed_at?: Date | null;
  readonly reported_at?: Date;
}

export async function updateRecipient(
  db: Db,
  { dealer_id, campaign_id, n }: Omit<RecipientKey, "attempt">,
  change: RecipientChange,
): Promise<void> {
  await db
    .updateTable("campaign_recipients")
    .set(change)
    .where("dealer_id", "=", dealer_id)
    .where("campaign_id", "=", campaign_id)
    .where("n", "=", n)
    .execute();
}

/** Whether a campaign has people without a result; its key as values, or as columns of a query. */
export const hasOpenRowsSql = (dealer_id: number | RawBuilder<number>, campaign_id: number | RawBuilder<number>) =>
  // Not "exists" at first: that reads the table until it finds one, and those who are left come last.
  sql<boolean>`((select n from campaign_recipients
      where dealer_id = ${dealer_id} and campaign_id = ${campaign_id} and state = 'pending'
      order by due_at limit 1) is not null
    or exists (select from campaign_recipients
      where dealer_id = ${dealer_id} and campaign_id = ${campaign_id} and state = 'intended'))`;

/** True while a campaign has people without a result. */
export async function hasOpenRows(db: Db, { dealer_id, campaign_id }: CampaignKey): Promise<boolean> {
  const { rows } = await sql<{ is_open: boolean }>`select ${hasOpenRowsSql(dealer_id, campaign_id)} as is_open`.execute(
    db,
  );
  return rows[0]?.is_open ?? false;
}
