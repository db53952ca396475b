import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { TimeRange } from "#core/periods.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { SourceFigures } from "../contract.ts";
import { attributionDays } from "../rules.ts";

/** A source's figures without what it cost. */
export type CountedSource = Omit<SourceFigures, "spend" | "cost_per_lead" | "cost_per_shown">;

/**
 * Calls except spam, and texts, between two instants, through the main line (an empty source) or an ad's; `person`
 * identifies the caller if known.
 */
const contactsBetween = ({ dealer_id, location_id }: LocationKey, from: Date, to: Date) => sql`
  select c.source, 'call' as kind, c.state = 'answered' as answered, c.started_at as at, c.customer_id, c.from_number as phone,
    c.chat_id, null::bigint as message_id, coalesce('c' || c.customer_id, nullif('p' || c.from_number, 'p'), 'x' || c.id) as person
  from calls c where c.dealer_id = ${dealer_id} and c.location_id = ${location_id} and c.direction = 'incoming'
    and c.spam = 0 and c.started_at >= ${from} and c.started_at < ${to}
  union all
  select t.source, 'text', false, t.received_at, chats.customer_id, p.phone, chats.id, t.message_id,
    'c' || chats.customer_id
  from tracked_texts t
    join messages m on m.dealer_id = t.dealer_id and m.id = t.message_id
    join chats on chats.dealer_id = m.dealer_id and chats.id = m.chat_id
    join customers p on p.dealer_id = chats.dealer_id and p.id = chats.customer_id
  where t.dealer_id = ${dealer_id} and t.location_id = ${location_id} and t.received_at >= ${from} and t.received_at < ${to}
  union all
  select '', 'text', false, l.sent_at, chats.customer_id, p.phone, chats.id, l.message_id, 'c' || chats.customer_id
  from logged_texts l
    join messages m on m.dealer_id = l.dealer_id and m.id = l.message_id
    join chats on chats.dealer_id = m.dealer_id and chats.id = m.chat_id
    join customers p on p.dealer_id = chats.dealer_id and p.id = chats.customer_id
  where l.dealer_id = ${dealer_id} and l.location_id = ${location_id} and l.type = 'received'
    and l.sent_at >= ${from} and l.sent_at < ${to}
    and not exists (select from tracked_texts t where t.dealer_id = l.dealer_id and t.message_id = l.message_id)`;

/** What came through each source in a range. Sources without anything are omitted. */
export async function countBySource(db: Db, key: LocationKey, { from, to }: TimeRange): Promise<CountedSource[]> {
  const { dealer_id, location_id } = key;
  const reach = new Date(from.getTime() - attributionDays * 86_400_000);
  const { rows } = await sql<CountedSource>`with
    contacts as materialized (${contactsBetween(key, reach, to)}),
    inside as (select * from contacts where at >= ${from}),
    people as materialized (select distinct on (source, person) source, person, at, phone, chat_id, message_id from inside
      order by source, person, at),
    -- Nothing came from them before, at this location.
    fresh as (select p.source from people p where not exists (select from calls e
        where e.dealer_id = ${dealer_id} and e.location_id = ${location_id} and p.phone <> '' and e.from_number = p.phone
          and e.direction = 'incoming' and e.started_at < p.at)
      and not exists (select from messages e
        where e.dealer_id = ${dealer_id} and e.chat_id = p.chat_id and e.is_from_customer = 1
          and case when p.message_id is null then e.datetime < p.at else e.id < p.message_id end)),
    followed as (select last.source, a.status from appointments a
      cross join lateral (select contacts.source from contacts where contacts.customer_id = a.customer_id
        and contacts.at <= a.created and contacts.at > a.created - ${attributionDays} * interval '1 day'
        order by contacts.source = '', contacts.at desc limit 1) last
      where a.dealer_id = ${dealer_id} and a.location_id = ${location_id} and a.created >= ${from} and a.created < ${to}),
    counts as (
      select source, count(*) filter (where kind = 'call') as calls, count(*) filter (where answered) as answered,
        count(*) filter (where kind = 'text') as texts, 0 as leads, 0 as new_leads, 0 as appointments, 0 as shown
        from inside group by source
      union all select source, 0, 0, 0, count(*), 0, 0, 0 from people group by source
      union all select source, 0, 0, 0, 0, count(*), 0, 0 from fresh group by source
      union all select source, 0, 0, 0, 0, 0, count(*), count(*) filter (where status = 1) from followed group by source)
    select source, sum(calls)::int as calls, sum(answered)::int as answered, sum(texts)::int as texts,
      sum(leads)::int as leads, sum(new_leads)::int as new_leads, sum(appointments)::int as appointments,
      sum(shown)::int as shown
    from counts group by source`.execute(db);
  return rows;
}

/** What was typed for a month, in cents by source. */
export async function spendOf(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  month: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom("source_spend")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("month", "=", sql<Date>`${`${month}-01`}::date`)
    .select(["source", "cents"])
    .execute();
  return new Map(rows.map(({ source, cents }) => [source, Number(cents)]));
}

/** Keeps what a source cost in a month; undefined removes it. */
export async function saveSpend(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  { source, month, cents }: { readonly source: string; readonly month: string; readonly cents: number | undefined },
): Promise<void> {
  const day = sql<Date>`${`${month}-01`}::date`;
  if (cents === undefined) {
    await db
      .deleteFrom("source_spend")
      .where("dealer_id", "=", dealer_id)
      .where("location_id", "=", location_id)
      .where("source", "=", source)
      .where("month", "=", day)
      .execute();
    return;
  }
  await db
    .insertInto("source_spend")
    .values({ dealer_id, location_id, source, month: day, cents })
    .onConflict((conflict) => conflict.columns(["dealer_id", "location_id", "source", "month"]).doUpdateSet({ cents }))
    .execute();
}
