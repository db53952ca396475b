import { type RawBuilder, sql } from "kysely";
import type { TimeRange } from "#core/periods.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { isRestoredSql } from "#domains/customers/consent/server/public.ts";
import { locateMedian, waitBandStarts } from "../rules.ts";
import { isLive } from "./conversationsStore.ts";
import { type FigureScope, inScope } from "./store.ts";

async function oneRow<Row>(db: Db, statement: RawBuilder<Row>): Promise<Row> {
  const { rows } = await statement.execute(db);
  return rows[0] as Row;
}

/** As in the inbox's Unreplied list, which has an In-Active tab too. */
export const isUnreplied = sql<boolean>`c.is_replied = 0`;

/** Counts what waits for staff now. */
export async function countWaiting(db: Db, scope: FigureScope) {
  return oneRow(
    db,
    sql<{ unread_messages: number; unread_conversations: number; pending_follow_up: number }>`select
      coalesce(sum(c.new_message_count), 0)::int as unread_messages,
      count(*) filter (where c.new_message_count > 0)::int as unread_conversations,
      count(*) filter (where ${isUnreplied})::int as pending_follow_up
    from chats c where ${inScope("c", scope)} and (c.new_message_count > 0 or c.is_replied = 0) and ${isLive}`,
  );
}

/** How a customer was added: by their own text or call, by a member, or by an import. */
export const customerSources = {
  inbound_leads: sql<boolean>`(cu.created_by is null and cu.upload_id is null)`,
  contacts_by_staff: sql<boolean>`(cu.created_by is not null and cu.upload_id is null)`,
  contacts_imported: sql<boolean>`cu.upload_id is not null`,
};

/** Live customers added in a range. */
export const isAddedIn = (scope: FigureScope, { from, to }: TimeRange) =>
  sql<boolean>`${inScope("cu", scope)} and cu.deleted_at is null and cu.created_at >= ${from} and cu.created_at < ${to}`;

const hasAnswer = sql<boolean>`exists (
  select from chats c join responses r on r.dealer_id = c.dealer_id and r.chat_id = c.id
  where c.dealer_id = cu.dealer_id and c.customer_id = cu.id and c.location_id = cu.location_id)`;

/** A lead whom a person has answered. */
export const isServiced = sql<boolean>`${customerSources.inbound_leads} and ${hasAnswer}`;

/** A lead whom no one has answered yet. */
export const isUntouched = sql<boolean>`${customerSources.inbound_leads} and not ${hasAnswer}`;

/** Opt-outs of a range with the phone's live customer, or the one it was merged into; each lookup uses an index. */
export function optOutRows(scope: FigureScope, { from, to }: TimeRange) {
  const ofPhone = (owner: RawBuilder<unknown>) => sql`
    select e.at, e.words, owner.customer_id from consent_events e cross join lateral (${owner} offset 0) as owner
    where e.dealer_id = ${scope.dealer_id} and e.event = 'revoked' and e.at >= ${from} and e.at < ${to}
      and not ${isRestoredSql}`;
  const isTheirs = sql`s.phone = e.phone and ${inScope("s", scope)}`;
  const live = ofPhone(sql`select s.id as customer_id from customers s where ${isTheirs} and s.deleted_at is null`);
  const merged = ofPhone(sql`select cu.id as customer_id from customers s
    join customers cu on cu.dealer_id = s.dealer_id and cu.id = s.merged_into and cu.deleted_at is null
    where ${isTheirs} and s.merged_into is not null`);
  return sql`(${live} union all ${merged})`;
}

export async function countOptOuts(db: Db, scope: FigureScope, range: TimeRange) {
  return oneRow(
    db,
    sql<{
      opted_out: number;
    }>`select count(distinct gone.customer_id)::int as opted_out from ${optOutRows(scope, range)} as gone`,
  );
}

/** Whether an answer's wait lies in these consecutive bands. */
export function isInBands(bands: readonly number[]): RawBuilder<boolean> {
  const [from, to] = [waitBandStarts[(bands[0] ?? 0) - 1], waitBandStarts[bands.at(-1) ?? 0]];
  const longer = from === undefined ? sql`true` : sql`r.business_seconds >= ${sql.lit(from)}`;
  return to === undefined ? sql`${longer}` : sql`${longer} and r.business_seconds < ${sql.lit(to)}`;
}

/**
 * The median wait of a range's answers in business seconds; null without answers. The counts per band locate the median,
 * so that only one or two bands have to be sorted.
 */
export async function medianResponse(
  db: Db,
  scope: FigureScope,
  { from, to }: TimeRange,
  bands: readonly number[],
): Promise<number | null> {
  const middle = locateMedian(bands);
  if (!middle) return null;
  const { rows } = await sql<{ seconds: number }>`
    select r.business_seconds as seconds from responses r
    where ${inScope("r", scope)} and r.answered_at >= ${from} and r.answered_at < ${to}
      and ${isInBands(middle.bands)}
    order by r.business_seconds limit ${middle.count} offset ${middle.skipped}`.execute(db);
  return rows.reduce((sum, { seconds }) => sum + seconds, 0) / rows.length;
}
