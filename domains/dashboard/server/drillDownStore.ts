import { type RawBuilder, sql } from "kysely";
import type { TableQuery } from "#core/call.ts";
import type { TimeRange } from "#core/periods.ts";
import type { TablePage } from "#core/server/table.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { isFoundIn } from "#core/server/wordSearch.ts";
import { statusNames, typeNames } from "#domains/appointments/rules.ts";
import { type DrillDownRow, type FigureKey, type FunnelCounts, funnelFigures } from "../contract.ts";
import { definitions } from "../rules.ts";
import { chatsWhere, conversationRows, isConversationFigure, isLive } from "./conversationsStore.ts";
import { customerSources, isAddedIn, isServiced, isUnreplied, isUntouched, optOutRows } from "./figuresStore.ts";
import { type AppointmentFigure, appointmentFilters, type FigureRanges, type FigureScope, inScope } from "./store.ts";

/** A row as the database returns it. */
export type DrillDownRecord = Omit<DrillDownRow, "at"> & { readonly at: Date | null };

interface DrillDownQuery {
  readonly scope: FigureScope;
  readonly ranges: FigureRanges & { readonly range: TimeRange };
}

/** Figures with too many rows to sort for one page. */
export const messageFigures = ["new_messages", "messages_sent", "replies_received"] as const;
export type MessageFigure = (typeof messageFigures)[number];

export const isMessageFigure = (figure: FigureKey): figure is MessageFigure =>
  messageFigures.some((one) => one === figure);

const messageText = sql`case when m.deleted_at is not null then 'Deleted message'
  when m.message = '' and m.media_count > 0 then 'Picture or file' else left(m.message, 300) end`;

const messageConditions: Record<MessageFigure, RawBuilder<boolean>> = {
  new_messages: sql`m.is_from_customer = 1`,
  messages_sent: sql`m.is_from_customer = 0 and m.campaign_id is null`,
  replies_received: sql`m.is_from_customer = 1 and (
    select earlier.is_from_customer from messages earlier
    where earlier.dealer_id = m.dealer_id and earlier.chat_id = m.chat_id and earlier.id < m.id and earlier.campaign_id is null
    order by earlier.id desc limit 1) = 0`,
};

function messagesOf(figure: MessageFigure, { scope, ranges: { range } }: DrillDownQuery) {
  return sql`select m.id, m.datetime as at, c.customer_id, c.location_id, ${messageText} as what, m.user_id
    from messages m join chats c on c.dealer_id = m.dealer_id and c.id = m.chat_id
    where m.dealer_id = ${scope.dealer_id} and ${inScope("c", scope)} and ${messageConditions[figure]}
      and m.datetime >= ${range.from} and m.datetime < ${range.to}`;
}

const sourceLabel = sql`case when ${customerSources.contacts_imported} then ${definitions.contacts_imported.label}::text
  when ${customerSources.contacts_by_staff} then ${definitions.contacts_by_staff.label}::text else 'Own text or call' end`;

const customersWhere = ({ scope, ranges: { range } }: DrillDownQuery, holds: RawBuilder<boolean>) => sql`
  select cu.id, cu.created_at as at, cu.id as customer_id, cu.location_id, ${sourceLabel} as what, cu.created_by as user_id
  from customers cu where ${isAddedIn(scope, range)} and ${holds}`;

function labelOf(column: string, names: Record<number, string>) {
  const cases = Object.entries(names).map(([value, name]) => sql`when ${Number(value)}::int then ${name}::text`);
  return sql`case ${sql.ref(column)} ${sql.join(cases, sql` `)} end`;
}

const appointmentText = sql`a.title || ', ' || ${labelOf("a.type", typeNames)} || ', ' || ${labelOf("a.status", statusNames)}`;

const appointmentsWhere = (figure: AppointmentFigure, { scope, ranges }: DrillDownQuery) => sql`
  select a.id, a.datetime as at, a.customer_id, a.location_id, ${appointmentText} as what, a.created_by as user_id
  from appointments a where ${inScope("a", scope)} and ${appointmentFilters[figure](ranges)}`;

const isAppointments = (figure: FigureKey): figure is AppointmentFigure => figure in appointmentFilters;

/** The rows of a figure: (id, at, customer_id, location_id, what, user_id). */
function figureRows(figure: Exclude<FigureKey, MessageFigure>, query: DrillDownQuery): RawBuilder<unknown> {
  const { scope, ranges } = query;
  const { range } = ranges;
  if (isAppointments(figure)) return appointmentsWhere(figure, query);
  if (isFunnelFigure(figure)) return funnelRows(figure, query);
  if (isConversationFigure(figure)) return conversationRows(figure, scope, range, ranges.now);
  switch (figure) {
    case "unread_messages":
      return sql`select m.id, m.datetime as at, c.customer_id, c.location_id, ${messageText} as what, null::bigint as user_id
        from chats c cross join lateral (
          select * from messages m where m.dealer_id = c.dealer_id and m.chat_id = c.id and m.is_from_customer = 1
          order by m.id desc limit c.new_message_count
        ) m where ${inScope("c", scope)} and c.new_message_count > 0 and ${isLive}`;
    case "pending_follow_up":
      return chatsWhere(scope, isUnreplied);
    case "new_contacts":
      return customersWhere(query, sql`true`);
    case "leads_serviced":
      return customersWhere(query, isServiced);
    case "leads_untouched":
      return customersWhere(query, isUntouched);
    case "appointment_scheduled":
      return sql`select a.customer_id as id, max(a.created) as at, a.customer_id, a.location_id,
          count(*) || case count(*) when 1 then ' appointment' else ' appointments' end as what, null::bigint as user_id
        from appointments a where ${inScope("a", scope)} and ${appointmentFilters.appointments_set(ranges)}
        group by a.customer_id, a.location_id`;
    case "opted_out":
      return sql`select cu.id, max(gone.at) as at, cu.id as customer_id, cu.location_id,
          coalesce(nullif(max(gone.words), ''), 'Recorded by staff or carrier') as what, null::bigint as user_id
        from ${optOutRows(scope, range)} as gone
        join customers cu on cu.dealer_id = ${scope.dealer_id} and cu.id = gone.customer_id
        group by cu.id, cu.location_id`;
    case "average_response_time":
      return sql`select r.id, r.answered_at as at, (
          select c.customer_id from chats c where c.dealer_id = r.dealer_id and c.id = r.chat_id
        ) as customer_id, r.location_id, r.business_seconds::text as what, r.user_id
        from responses r where ${inScope("r", scope)} and r.answered_at >= ${range.from} and r.answered_at < ${range.to}`;
    default:
      return customersWhere(query, customerSources[figure]);
  }
}

/** Adds names and links; only live customers of the acting location get links. */
function withNames(rows: RawBuilder<unknown>, dealer_id: number, acting: number) {
  const isOpen = sql`cu.deleted_at is null and b.location_id = ${acting}`;
  return sql<DrillDownRecord>`select b.id, b.at, cu.customer_name, b.what, trim(coalesce(u.first_name || ' ' || u.last_name, '')) as who,
      case when ${isOpen} then cu.id end as customer_id, case when ${isOpen} then ch.id end as chat_id, l.title as location
    from (${rows}) as b
    join customers cu on cu.dealer_id = ${dealer_id} and cu.id = b.customer_id
    join locations l on l.dealer_id = ${dealer_id} and l.id = b.location_id
    left join users u on u.dealer_id = ${dealer_id} and u.id = b.user_id
    left join chats ch on ch.dealer_id = ${dealer_id} and ch.location_id = b.location_id and ch.customer_id = b.customer_id`;
}

/** All rows with names, for the table kernel to search and sort. For messages see `searchDrillDownMessages`. */
export function drillDownTable(
  db: Db,
  figure: Exclude<FigureKey, MessageFigure>,
  query: DrillDownQuery,
  acting: number,
) {
  const rows = withNames(figureRows(figure, query), query.scope.dealer_id, acting);
  return db.selectFrom(sql<DrillDownRecord>`(${rows})`.as("behind")).selectAll();
}

/** A page without search or sort, newest first; names are joined for the page only. */
export async function newestDrillDownRows(
  db: Db,
  figure: FigureKey,
  query: DrillDownQuery & { readonly acting: number },
  { start, length }: TableQuery,
): Promise<readonly DrillDownRecord[]> {
  const [rows, at] = isMessageFigure(figure)
    ? [messagesOf(figure, query), sql`m.datetime desc, m.id desc`]
    : [sql`select * from (${figureRows(figure, query)}) as every_row`, sql`at desc, id desc`];
  const page = sql`${rows} order by ${at} limit ${length} offset ${start}`;
  const statement = sql<DrillDownRecord>`${withNames(page, query.scope.dealer_id, query.acting)} order by b.at desc, b.id desc`;
  return (await statement.execute(db)).rows;
}

/** Counts the rows of a figure without hourly sums. */
export async function countDrillDownRows(
  db: Db,
  figure: Exclude<FigureKey, MessageFigure>,
  query: DrillDownQuery,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (${figureRows(figure, query)}) as every_row`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Matches are counted up to this limit. */
const maxMatches = 10_000;

/** A page of a figure's messages that match the search, newest first. */
export async function searchDrillDownMessages(
  db: Db,
  figure: MessageFigure,
  query: DrillDownQuery & { readonly acting: number; readonly total: number },
  { start, length, search }: TableQuery,
): Promise<TablePage<DrillDownRecord>> {
  const rows = withNames(messagesOf(figure, query), query.scope.dealer_id, query.acting);
  const searched = [sql`customer_name`, sql`what`, sql`who`];
  const statement = sql<DrillDownRecord>`select * from (${rows}) as t where ${isFoundIn(search.value, searched)}`;
  const page =
    await sql<DrillDownRecord>`${statement} order by at desc, id desc limit ${length} offset ${start}`.execute(db);
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from (${statement} limit ${maxMatches}) as found`.execute(db);
  const recordsFiltered = counted.rows[0]?.count ?? 0;
  const recordsFilteredIsMore = recordsFiltered === maxMatches;
  return { rows: page.rows, recordsTotal: query.total, recordsFiltered, recordsFilteredIsMore };
}

export type FunnelFigure = keyof FunnelCounts;

export const isFunnelFigure = (figure: string): figure is FunnelFigure => figure in reached;

/** Whether a texted customer reached a step. */
const reached: Record<FunnelFigure, RawBuilder<boolean>> = {
  people_texted: sql`true`,
  people_replied: sql`p.has_replied`,
  people_scheduled: sql`(p.has_replied and p.is_scheduled)`,
  people_shown: sql`(p.has_replied and p.is_scheduled and p.has_shown)`,
  people_opted_out: sql`p.has_opted_out`,
};

interface FunnelQuery {
  readonly scope: FigureScope;
  readonly ranges: FigureRanges & { readonly range: TimeRange };
}

/** The customers `p` texted in the period, with what they did in it. Deleted customers don't count. */
function textedPeople({ scope, ranges }: FunnelQuery) {
  const { range } = ranges;
  return sql`(
    with spoken as (
      select m.chat_id, min(m.datetime) filter (where m.is_from_customer = 0) as texted_at,
        max(m.datetime) filter (where m.is_from_customer = 1) as answered_at
      from messages m where m.dealer_id = ${scope.dealer_id} and m.campaign_id is null
        and m.datetime >= ${range.from} and m.datetime < ${range.to}
      group by m.chat_id
    ), made as (
      select a.customer_id, bool_or(a.status = 1) as has_shown
      from appointments a where ${inScope("a", scope)} and ${appointmentFilters.appointments_set(ranges)}
      group by a.customer_id
    ), opted_out as (select distinct gone.customer_id from ${optOutRows(scope, range)} as gone)
    select c.customer_id, c.location_id, c.new_message, c.assigned_to, spoken.texted_at,
      coalesce(spoken.answered_at > spoken.texted_at, false) as has_replied, made.customer_id is not null as is_scheduled,
      coalesce(made.has_shown, false) as has_shown, opted_out.customer_id is not null as has_opted_out
    from chats c join spoken on spoken.chat_id = c.id
    left join made on made.customer_id = c.customer_id
    left join opted_out on opted_out.customer_id = c.customer_id
    where ${inScope("c", scope)} and spoken.texted_at is not null and ${isLive}
  ) as p`;
}

export async function countFunnel(db: Db, query: FunnelQuery): Promise<FunnelCounts> {
  const columns = funnelFigures.map(
    (figure) => sql`count(*) filter (where ${reached[figure]})::int as ${sql.ref(figure)}`,
  );
  const { rows } = await sql<FunnelCounts>`select ${sql.join(columns)} from ${textedPeople(query)}`.execute(db);
  return rows[0] as FunnelCounts;
}

/** The rows of a step: (id, at, customer_id, location_id, what, user_id). */
const funnelRows = (figure: FunnelFigure, query: FunnelQuery) => sql`
  select p.customer_id as id, p.texted_at as at, p.customer_id, p.location_id, p.new_message as what, p.assigned_to as user_id
  from ${textedPeople(query)} where ${reached[figure]}`;
