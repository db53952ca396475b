import { type RawBuilder, sql } from "kysely";
import type { TimeRange } from "#core/periods.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { coldDays } from "../rules.ts";
import { type FigureScope, inScope } from "./store.ts";

/** Excludes chats of deleted customers. */
export const isLive = sql<boolean>`not exists (select from customers gone
  where gone.dealer_id = c.dealer_id and gone.id = c.customer_id and gone.deleted_at is not null)`;

/** Conversations with the times of their last texts in both directions. */
interface Conversations {
  /** The rows `c` of chats that belong to live customers. */
  readonly rows: RawBuilder<unknown>;
  readonly sentAt: RawBuilder<Date | null>;
  readonly receivedAt: RawBuilder<Date | null>;
  /** The last of either direction. */
  readonly lastAt: RawBuilder<Date | null>;
}

const coldBefore = ({ to }: TimeRange) => new Date(to.getTime() - coldDays * 86_400_000);

/** The conversations as their chats have them now. */
function conversationsNow(scope: FigureScope): Conversations {
  const [sentAt, receivedAt] = [
    sql.ref<Date | null>("c.latest_chat_message_sent_time"),
    sql.ref<Date | null>("c.latest_chat_message_received_time"),
  ];
  const lastAt = sql<Date | null>`greatest(${sentAt}, ${receivedAt})`;
  return { rows: sql`chats c where ${inScope("c", scope)} and ${isLive}`, sentAt, receivedAt, lastAt };
}

/**
 * The conversations as they were at the end of a range: those with later texts from the messages themselves. One that was
 * silent in the range and the days that make a contact cold, and was written in again, is looked up on its own: these are few.
 */
function conversationsAt(scope: FigureScope, range: TimeRange): Conversations {
  const { to } = range;
  const since = new Date(Math.min(range.from.getTime(), coldBefore(range).getTime()));
  const ofChat = sql`m.dealer_id = c.dealer_id and m.chat_id = c.id and m.campaign_id is null`;
  const now = conversationsNow(scope);
  const rows = sql`chats c
    left join (
      select m.chat_id, max(m.datetime) filter (where m.is_from_customer = 0) as sent_at,
        max(m.datetime) filter (where m.is_from_customer = 1) as received_at
      from messages m where m.dealer_id = ${scope.dealer_id} and m.campaign_id is null
        and m.datetime >= ${since} and m.datetime < ${to}
        and m.chat_id in (select c.id from chats c where ${inScope("c", scope)} and ${now.lastAt} >= ${to})
      group by m.chat_id
    ) as said on said.chat_id = c.id
    where ${inScope("c", scope)} and ${isLive}`;
  // Subqueries, not joins: they run for the few that need them.
  const first = sql`(select m.datetime from messages m where ${ofChat} order by m.id limit 1)`;
  const earlier = sql`(
    select m.datetime from messages m where ${ofChat} and m.datetime < ${to} order by m.id desc limit 1)`;
  const lastAt = sql<Date | null>`case when ${now.lastAt} < ${to} then ${now.lastAt}
    when said.chat_id is not null then greatest(said.sent_at, said.received_at) when ${first} < ${to} then ${earlier} end`;
  const then = (time: RawBuilder<Date | null>, said: RawBuilder<unknown>) =>
    sql<Date | null>`case when ${now.lastAt} < ${to} then ${time} else ${said} end`;
  return {
    rows,
    sentAt: then(now.sentAt, sql`said.sent_at`),
    receivedAt: then(now.receivedAt, sql`said.received_at`),
    lastAt,
  };
}

/** The conversations at the end of a range, which may be now. */
const conversationsOf = (scope: FigureScope, range: TimeRange, now: Date) =>
  range.to > now ? conversationsNow(scope) : conversationsAt(scope, range);

/** The filter of each conversation figure. */
const conversationFilters = {
  active_contacts: ({ receivedAt }: Conversations, { from }: TimeRange) => sql<boolean>`${receivedAt} >= ${from}`,
  cold_contacts: ({ lastAt }: Conversations, range: TimeRange) => sql<boolean>`${lastAt} < ${coldBefore(range)}`,
  no_response: ({ sentAt, receivedAt }: Conversations, { from }: TimeRange) =>
    sql<boolean>`(${sentAt} >= ${from} and (${receivedAt} is null or ${receivedAt} < ${sentAt}))`,
  total_conversations: ({ lastAt }: Conversations, { from }: TimeRange) => sql<boolean>`${lastAt} >= ${from}`,
};
export type ConversationFigure = keyof typeof conversationFilters;
type ConversationCounts = { readonly [K in ConversationFigure]: number };

/** Whether a figure counts conversations by their last texts. */
export const isConversationFigure = (figure: string): figure is ConversationFigure => figure in conversationFilters;

/** Counts all conversation figures in one scan. */
export async function countConversations(
  db: Db,
  scope: FigureScope,
  range: TimeRange,
  now: Date,
): Promise<ConversationCounts> {
  const conversations = conversationsOf(scope, range, now);
  const columns = Object.entries(conversationFilters).map(
    ([key, holds]) => sql`count(*) filter (where ${holds(conversations, range)})::int as ${sql.ref(key)}`,
  );
  const { rows } = await sql<ConversationCounts>`select ${sql.join(columns)} from ${conversations.rows}`.execute(db);
  return rows[0] as ConversationCounts;
}

/** The columns of a drilled-down conversation. */
const columnsOf = (at: RawBuilder<unknown>) =>
  sql`c.id, ${at} as at, c.customer_id, c.location_id, c.new_message as what, c.assigned_to as user_id`;

/** The rows of a conversation figure: (id, at, customer_id, location_id, what, user_id). */
export function conversationRows(figure: ConversationFigure, scope: FigureScope, range: TimeRange, now: Date) {
  const conversations = conversationsOf(scope, range, now);
  const holds = conversationFilters[figure](conversations, range);
  return sql`select ${columnsOf(conversations.lastAt)} from ${conversations.rows} and ${holds}`;
}

/** The chats of live customers as they are now, as rows of a figure. */
export function chatsWhere(scope: FigureScope, holds: RawBuilder<boolean>) {
  const { rows, lastAt } = conversationsNow(scope);
  return sql`select ${columnsOf(lastAt)} from ${rows} and ${holds}`;
}
