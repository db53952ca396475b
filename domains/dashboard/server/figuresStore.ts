import { type RawBuilder, sql } from "kysely";
import type { Db } from "#core/server/unit.ts";
import { coldDays, type Range } from "../rules.ts";
import { atPlace, type Bucket, type Place } from "./store.ts";

async function oneRow<Row>(db: Db, statement: RawBuilder<Row>): Promise<Row> {
  const { rows } = await statement.execute(db);
  return rows[0] as Row;
}

/** When a conversation's last message was, either way. */
export const lastMessage = sql<Date>`greatest(c.latest_chat_message_sent_time, c.latest_chat_message_received_time)`;

/** Nothing but chats of customers who are there. */
export const isLive = sql<boolean>`not exists (select from customers gone
  where gone.dealer_id = c.dealer_id and gone.id = c.customer_id and gone.deleted_at is not null)`;

const [sentAt, receivedAt] = [
  sql.ref("c.latest_chat_message_sent_time"),
  sql.ref("c.latest_chat_message_received_time"),
];

/** Which conversations a figure counts. */
export const conversations = {
  active_contacts: ({ from }: Range) => sql<boolean>`${receivedAt} >= ${from}`,
  cold_contacts: ({ to }: Range) => sql<boolean>`${lastMessage} < ${new Date(to.getTime() - coldDays * 86_400_000)}`,
  no_response: ({ from }: Range) =>
    sql<boolean>`(${sentAt} >= ${from} and (${receivedAt} is null or ${receivedAt} < ${sentAt}))`,
  total_conversations: ({ from }: Range) => sql<boolean>`${lastMessage} >= ${from}`,
};
type OfConversations = { readonly [K in keyof typeof conversations]: number };

/** One walk over the conversations. */
export async function countConversations(db: Db, place: Place, range: Range): Promise<OfConversations> {
  const columns = Object.entries(conversations).map(
    ([key, holds]) => sql`count(*) filter (where ${holds(range)})::int as ${sql.ref(key)}`,
  );
  return oneRow(
    db,
    sql<OfConversations>`select ${sql.join(columns)} from chats c where ${atPlace("c", place)} and ${isLive}`,
  );
}

/** What waits now. */
export async function countWaiting(db: Db, place: Place) {
  return oneRow(
    db,
    sql<{ unread_messages: number; pending_follow_up: number }>`select
      coalesce(sum(c.new_message_count), 0)::int as unread_messages,
      count(*) filter (where c.is_replied = 0 and c.is_closed = 0)::int as pending_follow_up
    from chats c where ${atPlace("c", place)} and (c.new_message_count > 0 or c.is_replied = 0) and ${isLive}`,
  );
}

/** How a customer came: by a text or call of their own, by a member's hand, or from a file. */
export const sources = {
  inbound_leads: sql<boolean>`(cu.created_by is null and cu.upload_id is null)`,
  contacts_by_staff: sql<boolean>`(cu.created_by is not null and cu.upload_id is null)`,
  contacts_imported: sql<boolean>`cu.upload_id is not null`,
};

/** Live customers who were added in a range. */
export const addedIn = (place: Place, { from, to }: Range) =>
  sql<boolean>`${atPlace("cu", place)} and cu.deleted_at is null and cu.created_at >= ${from} and cu.created_at < ${to}`;

/** A lead whom a person has answered: not before they came. */
export const isServiced = (place: Place, { from }: Range) => sql<boolean>`${sources.inbound_leads} and exists (
  select from chats c join responses r on r.dealer_id = c.dealer_id and r.chat_id = c.id
  where c.dealer_id = cu.dealer_id and c.customer_id = cu.id and ${atPlace("r", place)} and r.answered_at >= ${from})`;

export interface AddedSums {
  readonly at: string;
  readonly inbound_leads: number;
  readonly contacts_by_staff: number;
  readonly contacts_imported: number;
}

export async function countAdded(db: Db, place: Place, range: Range, by: Bucket): Promise<readonly AddedSums[]> {
  const columns = Object.entries(sources).map(
    ([key, holds]) => sql`count(*) filter (where ${holds})::int as ${sql.ref(key)}`,
  );
  const { rows } = await sql<AddedSums>`
    select ${by("cu.created_at")}::text as at, ${sql.join(columns)} from customers cu where ${addedIn(place, range)} group by ${by("cu.created_at")}`.execute(
    db,
  );
  return rows;
}

/** The same as `isServiced`, for many: the answered conversations are made few first. */
export async function countServiced(db: Db, place: Place, range: Range, by: Bucket) {
  const { rows } = await sql<{ at: string; serviced: number }>`
    with answered as (
      select distinct r.chat_id from responses r where ${atPlace("r", place)} and r.answered_at >= ${range.from}
    )
    select ${by("cu.created_at")}::text as at, count(*)::int as serviced
    from answered join chats c on c.dealer_id = ${place.dealer_id} and c.id = answered.chat_id
    join customers cu on cu.dealer_id = c.dealer_id and cu.id = c.customer_id
    where ${addedIn(place, range)} and ${sources.inbound_leads} group by ${by("cu.created_at")}`.execute(db);
  return rows;
}

/** Opt-outs of a range with the customer whose phone it is, or who stands for them since a merge: each by an index. */
export function optOuts(place: Place, { from, to }: Range) {
  const ofPhone = (owner: RawBuilder<unknown>, holds: RawBuilder<unknown>) => sql`
    select e.id, e.at, e.words, ${owner} as customer_id
    from consent_events e join customers s on s.dealer_id = e.dealer_id and s.phone = e.phone and ${holds}
    where e.dealer_id = ${place.dealer_id} and e.event = 'revoked' and e.at >= ${from} and e.at < ${to} and ${atPlace("s", place)}`;
  const live = ofPhone(sql`s.id`, sql`s.deleted_at is null`);
  return sql`(${live} union all ${ofPhone(sql`s.merged_into`, sql`s.merged_into is not null`)})`;
}

export async function countOptOuts(db: Db, place: Place, range: Range) {
  return oneRow(
    db,
    sql<{ opted_out: number }>`select count(distinct cu.id)::int as opted_out from ${optOuts(place, range)} as gone
      join customers cu on cu.dealer_id = ${place.dealer_id} and cu.id = gone.customer_id and cu.deleted_at is null`,
  );
}

/** Seconds of business in the middle of a range's answers; null without any. */
export async function medianResponse(db: Db, place: Place, { from, to }: Range): Promise<number | null> {
  const { median } = await oneRow(
    db,
    sql<{ median: number | null }>`select percentile_cont(0.5) within group (order by r.business_seconds) as median
      from responses r where ${atPlace("r", place)} and r.answered_at >= ${from} and r.answered_at < ${to}`,
  );
  return median;
}
