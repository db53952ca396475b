import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { numberArray, textArray } from "#core/server/arrayLiteral.ts";
import { inIndexOrder } from "#core/server/inIndexOrder.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { SkipReason } from "#domains/marketing/gate/rules.ts";
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
  const last = sql<{ n: number; customer_id: number }>`
    select max(n) as n, max(customer_id)::float8 as customer_id
    from (select n, customer_id from campaign_recipients
      where dealer_id = ${dealer_id} and campaign_id = ${campaign_id} order by n desc limit 1000) as last
    having count(*) > 0`;
  const { rows } = await inIndexOrder(db, () => last.execute(db));
  return rows[0] ?? { n: 0, customer_id: 0 };
}

/** Which of these phones a campaign that is being prepared has already: nothing of it has been handed over. */
export async function knownAddresses(db: Db, { dealer_id, campaign_id }: CampaignKey, phones: readonly string[]) {
  const { rows } = await sql<{ address: string }>`
    select known.address from unnest(${textArray(phones)}::text[]) as asked (address) cross join lateral (
      select address from campaign_recipients
      where dealer_id = ${dealer_id} and campaign_id = ${campaign_id} and address = asked.address
        -- As in the index's condition.
        and reason <> 'duplicate' and address <> '' and handed_at is null offset 0) as known`.execute(db);
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
  const due = db
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
    .skipLocked();
  return inIndexOrder(db, () => due.execute());
}

export type DueRecipient = Awaited<ReturnType<typeof lockDue>>[number];

/** A campaign's next due texts, without those that are on their way. Whoever asks has the number's lock. */
export async function dueTexts(db: Db, { dealer_id, campaign_id }: CampaignKey, now: Date, limit: number) {
  const due = sql<DueRecipient>`
    select r.campaign_id::float8 as campaign_id, r.n, r.customer_id::float8 as customer_id, r.address, r.zones, r.states,
      r.is_guess, r.due_at, r.attempt, r.delayed_since
    from campaign_recipients r
    where r.dealer_id = ${dealer_id} and r.campaign_id = ${campaign_id} and r.state = 'pending' and r.due_at <= ${now}
      -- Not "not exists": joined, all that waits would be read and sorted.
      and (r.n, r.attempt + 1) not in (
        select t.n, t.attempt::integer from campaign_intents i cross join lateral unnest(i.ns, i.attempts) as t (n, attempt)
        where i.dealer_id = ${dealer_id} and i.campaign_id = ${campaign_id})
    order by r.due_at, r.n limit ${limit}`;
  const { rows } = await inIndexOrder(db, () => due.execute(db));
  return rows;
}

/** A row that leaves the queue, or comes back into it, unless it has gone on to another attempt since. */
export interface RowChange {
  readonly campaign_id: number;
  readonly n: number;
  readonly attempt: number;
}

export const campaignsOf = (rows: readonly RowChange[]) => numberArray(rows.map(({ campaign_id }) => campaign_id));
export const numbersOf = (rows: readonly RowChange[]) => numberArray(rows.map(({ n }) => n));
export const attemptsOf = (rows: readonly RowChange[]) => numberArray(rows.map(({ attempt }) => attempt));

/** A row is in the attempt, or still before it: while an intent has the attempt, nothing is written into the row. */
const isOwnAttempt = sql`r.attempt between c.attempt - 1 and c.attempt`;

/** Ends rows without a text. */
export async function skipRows(
  db: Db,
  dealer_id: number,
  rows: readonly (RowChange & { readonly reason: SkipReason })[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`update campaign_recipients r set state = 'skipped', reason = c.reason, attempt = c.attempt
    from unnest(${campaignsOf(rows)}::bigint[], ${numbersOf(rows)}::integer[], ${attemptsOf(rows)}::smallint[],
      ${rows.map(({ reason }) => reason)}::text[]) as c (campaign_id, n, attempt, reason)
    where r.dealer_id = ${dealer_id} and r.campaign_id = c.campaign_id and r.n = c.n and ${isOwnAttempt}
      and r.state in ('pending', 'intended')`.execute(db);
}

/** Puts rows back into the queue, or later into it. */
export async function postponeRows(
  db: Db,
  dealer_id: number,
  rows: readonly (RowChange & { readonly due_at: Date })[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`update campaign_recipients r set state = 'pending', due_at = c.due_at, attempt = c.attempt, lease_until = null, asked = 0
    from unnest(${campaignsOf(rows)}::bigint[], ${numbersOf(rows)}::integer[], ${attemptsOf(rows)}::smallint[],
      ${rows.map(({ due_at }) => due_at.toISOString())}::timestamptz[]) as c (campaign_id, n, attempt, due_at)
    where r.dealer_id = ${dealer_id} and r.campaign_id = c.campaign_id and r.n = c.n and ${isOwnAttempt}
      and r.state in ('pending', 'intended')`.execute(db);
}

/** A row that is about to be handed over. */
export interface Intent extends RowChange {
  readonly hash: string;
  readonly segments: number;
}

/**
 * Writes attempts into their rows. `at`: when they begin; null: when their leases are renewed. Of mail, that is before it is
 * handed over; of texts, when an answer is missing: then one that was given up meanwhile is asked about, too.
 */
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
  await sql`update campaign_recipients r set state = 'intended', reason = '', attempt = c.attempt, attempted_at = ${at},
      asked = 0, error = '', error_code = '', body_hash = c.hash, segments = c.segments, from_number = ${from_number},
      lease_until = ${lease_until}
    from unnest(${campaignsOf(intents)}::bigint[], ${numbersOf(intents)}::integer[], ${attemptsOf(intents)}::smallint[],
      ${intents.map(({ hash }) => hash)}::text[], ${intents.map(({ segments }) => segments)}::smallint[])
      as c (campaign_id, n, attempt, hash, segments)
    where r.dealer_id = ${dealer_id} and r.campaign_id = c.campaign_id and r.n = c.n and r.attempt = c.attempt - 1
      and r.state in ('pending', 'skipped')`.execute(db);
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
