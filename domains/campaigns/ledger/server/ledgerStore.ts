import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { SkipReason } from "#domains/marketing/gate/rules.ts";
import type { CampaignState, Channel, RecipientKey, RecipientState } from "../../rules.ts";
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
    select last.n, coalesce(max(r.customer_id), 0)::float8 as customer_id
    from (select coalesce(max(n), 0) as n from campaign_recipients
      where dealer_id = ${dealer_id} and campaign_id = ${campaign_id}) as last
    left join campaign_recipients r
      on r.dealer_id = ${dealer_id} and r.campaign_id = ${campaign_id} and r.n > last.n - 1000
    group by last.n`.execute(db);
  return rows[0] ?? { n: 0, customer_id: 0 };
}

/** Which of these phones a campaign has already. */
export async function knownAddresses(db: Db, { dealer_id, campaign_id }: CampaignKey, phones: readonly string[]) {
  const rows = await db
    .selectFrom("campaign_recipients")
    .where("dealer_id", "=", dealer_id)
    .where("campaign_id", "=", campaign_id)
    .where(sql<boolean>`address in (select unnest(${[...phones]}::text[]))`)
    // In the statement itself, as in the index's condition: a plan for any value can't use the index.
    .where(sql<boolean>`reason <> 'duplicate' and address <> ''`)
    .select("address")
    .execute();
  return new Set(rows.map(({ address }) => address));
}

/** The location's campaigns that are sending, oldest first, with what their messages are made of. */
export async function sendingCampaigns(db: Db, { dealer_id, location_id }: LocationKey, channel: Channel = "sms") {
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

/** Locks a campaign's next due rows; those that another process has are left to it. */
export async function lockDue(db: Db, { dealer_id, campaign_id }: CampaignKey, now: Date, limit: number) {
  return (
    db
      .selectFrom("campaign_recipients")
      .where("dealer_id", "=", dealer_id)
      .where("campaign_id", "=", campaign_id)
      // In the statement itself, as in the index's condition: a plan for any value can't use the index.
      .where(sql<boolean>`state = 'pending'`)
      .where("due_at", "<=", now)
      .orderBy("due_at")
      .orderBy("n")
      .limit(limit)
      .select(["campaign_id", "n", "customer_id", "address", "zones", "states", "is_guess", "due_at", "attempt"])
      .select("delayed_since")
      .forUpdate()
      .skipLocked()
      .execute()
  );
}

export type DueRecipient = Awaited<ReturnType<typeof lockDue>>[number];

/** A row that leaves the queue, or comes back into it, unless it has gone on to another attempt since. */
interface RowChange {
  readonly campaign_id: number;
  readonly n: number;
  readonly attempt: number;
}

const campaignsOf = (rows: readonly RowChange[]) => rows.map(({ campaign_id }) => campaign_id);
const numbersOf = (rows: readonly RowChange[]) => rows.map(({ n }) => n);
const attemptsOf = (rows: readonly RowChange[]) => rows.map(({ attempt }) => attempt);

/** The rows as `c`, for a statement that goes through them. */
const changesOf = (rows: readonly RowChange[]) =>
  sql`unnest(${campaignsOf(rows)}::bigint[], ${numbersOf(rows)}::integer[], ${attemptsOf(rows)}::smallint[])
      as c (campaign_id, n, attempt)`;

/**
 * A row's state, for statements that know their rows by key: so written, the planner can't take the partial indexes of
 * the states, with which it would go through everything that waits.
 */
const hasState = (state: RecipientState) => sql`r.state is not distinct from ${state}`;

/** Ends rows without a text. */
export async function skipRows(
  db: Db,
  dealer_id: number,
  rows: readonly (RowChange & { readonly reason: SkipReason })[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`update campaign_recipients r set state = 'skipped', reason = c.reason
    from unnest(${campaignsOf(rows)}::bigint[], ${numbersOf(rows)}::integer[], ${attemptsOf(rows)}::smallint[],
      ${rows.map(({ reason }) => reason)}::text[]) as c (campaign_id, n, attempt, reason)
    where r.dealer_id = ${dealer_id} and r.campaign_id = c.campaign_id and r.n = c.n and r.attempt = c.attempt
      and r.state in ('pending', 'intended')`.execute(db);
}

/** Puts rows back into the queue, or later into it. */
export async function postponeRows(
  db: Db,
  dealer_id: number,
  rows: readonly (RowChange & { readonly due_at: Date })[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`update campaign_recipients r set state = 'pending', due_at = c.due_at, lease_until = null, asked = 0
    from unnest(${campaignsOf(rows)}::bigint[], ${numbersOf(rows)}::integer[], ${attemptsOf(rows)}::smallint[],
      ${rows.map(({ due_at }) => due_at.toISOString())}::timestamptz[]) as c (campaign_id, n, attempt, due_at)
    where r.dealer_id = ${dealer_id} and r.campaign_id = c.campaign_id and r.n = c.n and r.attempt = c.attempt
      and r.state in ('pending', 'intended')`.execute(db);
}

/** A row that is about to be handed over. */
export interface Intent {
  readonly campaign_id: number;
  readonly n: number;
  readonly hash: string;
  readonly segments: number;
}

/** Commits rows to an attempt, before the carrier hears of it. `at`: when it begins; null: when its lease is renewed. */
export async function intendRows(
  db: Db,
  dealer_id: number,
  intents: readonly Intent[],
  {
    from_number,
    at,
    lease_until,
  }: { readonly from_number: string; readonly at: Date | null; readonly lease_until: Date },
): Promise<void> {
  if (intents.length === 0) return;
  await sql`update campaign_recipients r set state = 'intended', attempt = r.attempt + 1, attempted_at = ${at}, asked = 0,
      error = '', error_code = '', body_hash = c.hash, segments = c.segments, from_number = ${from_number},
      lease_until = ${lease_until}
    from unnest(${intents.map(({ campaign_id }) => campaign_id)}::bigint[], ${intents.map(({ n }) => n)}::integer[],
      ${intents.map(({ hash }) => hash)}::text[], ${intents.map(({ segments }) => segments)}::smallint[])
      as c (campaign_id, n, hash, segments)
    where r.dealer_id = ${dealer_id} and r.campaign_id = c.campaign_id and r.n = c.n
      and ${hasState("pending")}`.execute(db);
}

/** Those of the rows that are still this process's to hand over, each with the state of its campaign. */
export async function leasedRows(db: Db, dealer_id: number, rows: readonly RecipientKey[], now: Date) {
  const { rows: leased } = await sql<{
    campaign_id: number;
    n: number;
    attempt: number;
    attempted_at: Date;
    lease_until: Date;
    campaign_state: CampaignState;
  }>`select r.campaign_id::float8 as campaign_id, r.n, r.attempt, r.attempted_at, r.lease_until, campaigns.state as campaign_state
    from ${changesOf(rows)} cross join lateral (
      -- Each by its key: read as a whole, all that is intended was sorted for every round.
      select * from campaign_recipients own
      where own.dealer_id = ${dealer_id} and own.campaign_id = c.campaign_id and own.n = c.n limit 1) r
    join campaigns on campaigns.dealer_id = ${dealer_id} and campaigns.id = c.campaign_id
    where r.attempt = c.attempt and r.state = 'intended' and r.asked = 0 and r.attempted_at is not null
      and r.lease_until > ${now}`.execute(db);
  return leased;
}

/**
 * Begins an attempt anew: extends the leases of rows that are still this process's to hand over. Whoever waited for too long gets none back:
 * somebody else may be looking the text up at the carrier by now.
 */
export async function renewLeases(
  db: Db,
  dealer_id: number,
  rows: readonly RecipientKey[],
  { now, lease_until }: { readonly now: Date; readonly lease_until: Date },
): Promise<void> {
  await sql`update campaign_recipients r set lease_until = ${lease_until}, attempted_at = ${now}
    from ${changesOf(rows)}
    where r.dealer_id = ${dealer_id} and r.campaign_id = c.campaign_id and r.n = c.n and r.attempt = c.attempt
      and ${hasState("intended")} and r.asked = 0 and r.lease_until > ${now}`.execute(db);
}

/** States in which the carrier's word on an attempt is still missing. */
const undecided = ["pending", "intended", "unknown", "skipped"];

/** What the carrier answered to one attempt. */
export interface HandOverResult extends RecipientKey {
  readonly state: Extract<RecipientState, "accepted" | "sent" | "delivered" | "failed" | "unknown">;
  readonly sid: string | null;
  readonly error_code: string;
  readonly error: string;
}

/**
 * Saves answers. A report that was faster has moved its row on already, and stays. A text that the carrier took counts
 * even when its row was given up meanwhile: it must not leave again.
 */
export async function saveResults(db: Db, dealer_id: number, results: readonly HandOverResult[], at: Date) {
  if (results.length === 0) return;
  await sql`update campaign_recipients r set
      state = case when r.state = any(${undecided}::text[]) then c.state else r.state end,
      error_code = case when r.state = any(${undecided}::text[]) then c.error_code else r.error_code end,
      error = case when r.state = any(${undecided}::text[]) then c.error else r.error end, reason = '',
      provider_sid = coalesce(r.provider_sid, c.sid),
      handed_at = coalesce(r.handed_at, ${at}), lease_until = null
    from unnest(${campaignsOf(results)}::bigint[], ${numbersOf(results)}::integer[],
      ${attemptsOf(results)}::smallint[], ${results.map(({ state }) => state)}::text[],
      ${results.map(({ sid }) => sid)}::text[], ${results.map(({ error_code }) => error_code)}::text[],
      ${results.map(({ error }) => error)}::text[]) as c (campaign_id, n, attempt, state, sid, error_code, error)
    where r.dealer_id = ${dealer_id} and r.campaign_id = c.campaign_id and r.n = c.n and r.attempt = c.attempt
      and (c.sid is not null or r.state not in ('pending', 'skipped'))`.execute(db);
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
