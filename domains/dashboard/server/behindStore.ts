import { type RawBuilder, sql } from "kysely";
import type { TableQuery } from "#core/call.ts";
import { likeTerm, type Page } from "#core/server/table.ts";
import type { Db } from "#core/server/unit.ts";
import { statusNames, typeNames } from "#domains/appointments/rules.ts";
import type { BehindRow, FigureKey } from "../contract.ts";
import { definitions, type Range } from "../rules.ts";
import { type AppointmentFigure, appointmentsOf, type Moments } from "./appointmentsStore.ts";
import { addedIn, conversations, isLive, isServiced, lastMessage, optOuts, sources } from "./figuresStore.ts";
import { atPlace, type Place } from "./store.ts";

/** A row as it is read; the page's own location is looked at when it is shown. */
export type BehindRecord = Omit<BehindRow, "at"> & { readonly at: Date | null };

interface Asked {
  readonly place: Place;
  readonly moments: Moments & { readonly range: Range };
}

/** Figures whose rows are too many to be sorted for a page of them. */
export const messageFigures = ["new_messages", "messages_sent", "replies_received"] as const;
export type MessageFigure = (typeof messageFigures)[number];

export const isMessageFigure = (figure: FigureKey): figure is MessageFigure =>
  messageFigures.some((one) => one === figure);

const words = sql`case when m.deleted_at is not null then 'Deleted message'
  when m.message = '' and m.media_count > 0 then 'Picture or file' else left(m.message, 300) end`;

const kinds: Record<MessageFigure, RawBuilder<boolean>> = {
  new_messages: sql`m.is_from_customer = 1`,
  messages_sent: sql`m.is_from_customer = 0`,
  replies_received: sql`m.is_from_customer = 1 and (
    select earlier.is_from_customer from messages earlier
    where earlier.dealer_id = m.dealer_id and earlier.chat_id = m.chat_id and earlier.id < m.id
    order by earlier.id desc limit 1) = 0`,
};

function messagesOf(figure: MessageFigure, { place, moments: { range } }: Asked) {
  return sql`select m.id, m.datetime as at, c.customer_id, c.location_id, ${words} as what, m.user_id
    from messages m join chats c on c.dealer_id = m.dealer_id and c.id = m.chat_id
    where m.dealer_id = ${place.dealer_id} and ${atPlace("c", place)} and ${kinds[figure]}
      and m.datetime >= ${range.from} and m.datetime < ${range.to}`;
}

const chatsWhere = (place: Place, holds: RawBuilder<boolean>) => sql`
  select c.id, ${lastMessage} as at, c.customer_id, c.location_id, c.new_message as what, c.assigned_to as user_id
  from chats c where ${atPlace("c", place)} and ${isLive} and ${holds}`;

const source = sql`case when ${sources.contacts_imported} then ${definitions.contacts_imported.label}::text
  when ${sources.contacts_by_staff} then ${definitions.contacts_by_staff.label}::text else 'Own text or call' end`;

const customersWhere = ({ place, moments: { range } }: Asked, holds: RawBuilder<boolean>) => sql`
  select cu.id, cu.created_at as at, cu.id as customer_id, cu.location_id, ${source} as what, cu.created_by as user_id
  from customers cu where ${addedIn(place, range)} and ${holds}`;

function named(column: string, names: Record<number, string>) {
  const cases = Object.entries(names).map(([value, name]) => sql`when ${Number(value)}::int then ${name}::text`);
  return sql`case ${sql.ref(column)} ${sql.join(cases, sql` `)} end`;
}

const appointment = sql`a.title || ', ' || ${named("a.type", typeNames)} || ', ' || ${named("a.status", statusNames)}`;

const appointmentsWhere = (figure: AppointmentFigure, { place, moments }: Asked) => sql`
  select a.id, a.datetime as at, a.customer_id, a.location_id, ${appointment} as what, a.created_by as user_id
  from appointments a where ${atPlace("a", place)} and ${appointmentsOf[figure](moments)}`;

const isAppointments = (figure: FigureKey): figure is AppointmentFigure => figure in appointmentsOf;
const isConversations = (figure: FigureKey): figure is keyof typeof conversations => figure in conversations;

/** The rows behind a figure: (id, at, customer_id, location_id, what, user_id). */
function rowsBehind(figure: Exclude<FigureKey, MessageFigure>, asked: Asked): RawBuilder<unknown> {
  const { place, moments } = asked;
  const { range } = moments;
  if (isAppointments(figure)) return appointmentsWhere(figure, asked);
  if (isConversations(figure)) return chatsWhere(place, conversations[figure](range));
  switch (figure) {
    case "unread_messages":
      return sql`select m.id, m.datetime as at, c.customer_id, c.location_id, ${words} as what, null::bigint as user_id
        from chats c cross join lateral (
          select * from messages m where m.dealer_id = c.dealer_id and m.chat_id = c.id and m.is_from_customer = 1
          order by m.id desc limit c.new_message_count
        ) m where ${atPlace("c", place)} and c.new_message_count > 0 and ${isLive}`;
    case "pending_follow_up":
      return chatsWhere(place, sql`c.is_replied = 0 and c.is_closed = 0`);
    case "new_contacts":
      return customersWhere(asked, sql`true`);
    case "leads_serviced":
      return customersWhere(asked, isServiced);
    case "appointment_scheduled":
      return sql`select a.customer_id as id, max(a.created) as at, a.customer_id, a.location_id,
          count(*) || case count(*) when 1 then ' appointment' else ' appointments' end as what, null::bigint as user_id
        from appointments a where ${atPlace("a", place)} and ${appointmentsOf.appointments_set(moments)}
        group by a.customer_id, a.location_id`;
    case "opted_out":
      return sql`select cu.id, max(gone.at) as at, cu.id as customer_id, cu.location_id,
          coalesce(nullif(max(gone.words), ''), 'Recorded by staff or carrier') as what, null::bigint as user_id
        from ${optOuts(place, range)} as gone
        join customers cu on cu.dealer_id = ${place.dealer_id} and cu.id = gone.customer_id
        group by cu.id, cu.location_id`;
    case "average_response_time":
      return sql`select r.id, r.answered_at as at, (
          select c.customer_id from chats c where c.dealer_id = r.dealer_id and c.id = r.chat_id
        ) as customer_id, r.location_id, r.business_seconds::text as what, r.user_id
        from responses r where ${atPlace("r", place)} and r.answered_at >= ${range.from} and r.answered_at < ${range.to}`;
    default:
      return customersWhere(asked, sources[figure]);
  }
}

/** With names, and with what a row leads to: only at the acting location, and only to customers who are there. */
function shown(rows: RawBuilder<unknown>, dealer_id: number, acting: number) {
  const isOpen = sql`cu.deleted_at is null and b.location_id = ${acting}`;
  return sql<BehindRecord>`select b.id, b.at, cu.customer_name, b.what, trim(coalesce(u.first_name || ' ' || u.last_name, '')) as who,
      case when ${isOpen} then cu.id end as customer_id, case when ${isOpen} then ch.id end as chat_id, l.title as location
    from (${rows}) as b
    join customers cu on cu.dealer_id = ${dealer_id} and cu.id = b.customer_id
    join locations l on l.dealer_id = ${dealer_id} and l.id = b.location_id
    left join users u on u.dealer_id = ${dealer_id} and u.id = b.user_id
    left join chats ch on ch.dealer_id = ${dealer_id} and ch.location_id = b.location_id and ch.customer_id = b.customer_id`;
}

/** All rows with their names, for the table's kernel to search and sort; of messages `messagesBehind` finds some. */
export function tableBehind(db: Db, figure: Exclude<FigureKey, MessageFigure>, asked: Asked, acting: number) {
  const rows = shown(rowsBehind(figure, asked), asked.place.dealer_id, acting);
  return db.selectFrom(sql<BehindRecord>`(${rows})`.as("behind")).selectAll();
}

/** A page of the rows as nobody has searched or sorted them, the newest first: names are looked up for those of the page. */
export async function newestBehind(
  db: Db,
  figure: FigureKey,
  asked: Asked & { readonly acting: number },
  { start, length }: TableQuery,
): Promise<readonly BehindRecord[]> {
  const [rows, at] = isMessageFigure(figure)
    ? [messagesOf(figure, asked), sql`m.datetime desc, m.id desc`]
    : [sql`select * from (${rowsBehind(figure, asked)}) as every_row`, sql`at desc, id desc`];
  const page = sql`${rows} order by ${at} limit ${length} offset ${start}`;
  const found = sql<BehindRecord>`${shown(page, asked.place.dealer_id, asked.acting)} order by b.at desc, b.id desc`;
  return (await found.execute(db)).rows;
}

/** How many rows there are of a figure that nothing has been added up of. */
export async function countBehind(db: Db, figure: Exclude<FigureKey, MessageFigure>, asked: Asked): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (${rowsBehind(figure, asked)}) as every_row`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Found messages are counted up to here. */
const mostFound = 10_000;

/** A page of the messages behind a figure that hold a text, the newest first; `total` is known already. */
export async function messagesBehind(
  db: Db,
  figure: MessageFigure,
  asked: Asked & { readonly acting: number; readonly total: number },
  { start, length, search }: TableQuery,
): Promise<Page<BehindRecord>> {
  const rows = shown(messagesOf(figure, asked), asked.place.dealer_id, asked.acting);
  const term = likeTerm(search.value.trim());
  const found = sql<BehindRecord>`select * from (${rows}) as t
    where customer_name ilike ${term} or what ilike ${term} or who ilike ${term}`;
  const page = await sql<BehindRecord>`${found} order by at desc, id desc limit ${length} offset ${start}`.execute(db);
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from (${found} limit ${mostFound}) as found`.execute(db);
  const recordsFiltered = counted.rows[0]?.count ?? 0;
  const recordsFilteredIsMore = recordsFiltered === mostFound;
  return { rows: page.rows, recordsTotal: asked.total, recordsFiltered, recordsFilteredIsMore };
}
