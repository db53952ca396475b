import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { KeysetRange } from "#core/server/keysetPage.ts";
import { countPositions, type LogIndex, maxCountedLogRows, readPositions } from "#core/server/positions.ts";
import { preparedStatement } from "#core/server/preparedStatement.ts";
import type { SqlFragment } from "#core/server/sqlFragment.ts";
import type { TimeOrderedRow } from "#core/server/timeOrderedPage.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { PersonSearch } from "#domains/customers/rules.ts";
import { type FoundPeople, isPersonSearched } from "#domains/customers/server/public.ts";
import { type LoggedText, type ShownTexts, textTypes } from "../contract.ts";

/** Which texts the table shows. */
export interface TextFilter extends LocationKey {
  readonly from: Date;
  readonly show: ShownTexts;
  /** Empty: texts of all sources. */
  readonly source: string;
  readonly search: PersonSearch | undefined;
}

/** A text; `words` only until its segments are counted. */
export interface TextLogRow extends Omit<LoggedText, "sent_at" | "segments"> {
  readonly at_us: number;
  readonly sent_at: Date;
  readonly words: string;
  /** As the campaign counted them; null for the others. */
  readonly counted_segments: number | null;
}

/** More people than this are first looked for among the newest texts, where such a frequent name fills the page. */
const fewPeople = 200;

/** How many of the newest texts. */
const nearTexts = 2_000;

/** A location's texts, each type in its order. Only customers text the numbers of sources. */
function allTexts({ dealer_id, location_id, from, show, source }: TextFilter): LogIndex {
  const types = show === "all" ? textTypes : [show];
  if (source !== "")
    return {
      from: sql`tracked_texts l`,
      at: sql`l.received_at`,
      id: sql`l.message_id`,
      where: sql`l.dealer_id = ${dealer_id} and l.location_id = ${location_id} and l.source = ${source}
        and l.received_at >= ${from} and 'received' = any(${types}::text[])`,
      isPlannedOnce: true,
    };
  return {
    parts: sql`unnest(${types}::text[]) as kind (type)`,
    from: sql`logged_texts l`,
    at: sql`l.sent_at`,
    id: sql`l.message_id`,
    where: sql`l.dealer_id = ${dealer_id} and l.location_id = ${location_id} and l.type = kind.type
      and l.sent_at >= ${from}`,
    isPlannedOnce: true,
  };
}

// Each row looks up what belongs to it by key, behind a limit or an offset. A plain join lets the planner begin anywhere:
// in a database without statistics it once went through all messages for each customer.

/** The texts with these people, person by person. */
function textsWith(filter: TextFilter, people: readonly number[]): LogIndex {
  const { dealer_id, location_id, from, show, source } = filter;
  const texts = source === "" ? sql`logged_texts` : sql`tracked_texts`;
  const at = source === "" ? sql`l.sent_at` : sql`l.received_at`;
  const types = show === "all" ? textTypes : [show];
  return {
    parts: sql`unnest(${people}::bigint[]) as person (id)`,
    from: sql`(select dealer_id, id from chats where dealer_id = ${dealer_id} and customer_id = person.id
        and location_id = ${location_id} offset 0) chat
      cross join lateral (select id from messages where dealer_id = chat.dealer_id and chat_id = chat.id offset 0) m
      cross join lateral (select * from ${texts} where dealer_id = chat.dealer_id and message_id = m.id limit 1) l`,
    at,
    id: sql`l.message_id`,
    where: sql`l.location_id = ${location_id} and ${at} >= ${from} and ${
      source === ""
        ? sql`l.type = any(${types}::text[])`
        : sql`l.source = ${source} and 'received' = any(${types}::text[])`
    }`,
    isPlannedOnce: true,
  };
}

/** Whether a text's person is searched for, asked text by text. */
const isWithPerson = (dealer_id: number, message_id: SqlFragment, search: PersonSearch) => sql`(
  select ${isPersonSearched(search, "p")} from (
    select chat_id from messages where dealer_id = ${dealer_id} and id = ${message_id} limit 1) m
  cross join lateral (select customer_id from chats where dealer_id = ${dealer_id} and id = m.chat_id limit 1) chat
  cross join lateral (select phone, search_text, first_name, last_name, company from customers
    where dealer_id = ${dealer_id} and id = chat.customer_id limit 1) p)`;

/** Goes through the texts until enough are found. */
function searchedTexts(filter: TextFilter, search: PersonSearch): LogIndex {
  const texts = allTexts(filter);
  const isWith = isWithPerson(filter.dealer_id, texts.id, search);
  return { ...texts, where: sql`${texts.where} and ${isWith}`, isPlannedOnce: false };
}

/** Finds a frequent name among the next texts in order; undefined where matches are too sparse. */
async function findNear(db: Db, filter: TextFilter, search: PersonSearch, range: KeysetRange<string>) {
  const near = await readPositions(db, allTexts(filter), { ...range, skip: 0, limit: nearTexts });
  const ids = near.map(({ id }) => id);
  const { rows } = await sql<{ id: number }>`select id from unnest(${ids}::bigint[]) as near (id)
    where ${isWithPerson(filter.dealer_id, sql`near.id`, search)}`.execute(db);
  const found = new Set(rows.map(({ id }) => id));
  const isEnough = near.length < nearTexts || found.size >= range.skip + range.limit;
  return isEnough ? near.filter(({ id }) => found.has(id)).slice(range.skip, range.skip + range.limit) : undefined;
}

/** The positions of a range of texts in conversations, without what visitors wrote on a website. */
export async function conversationPositions(
  db: Db,
  filter: TextFilter,
  people: FoundPeople | undefined,
  range: KeysetRange<string>,
): Promise<readonly TimeOrderedRow[]> {
  const { search } = filter;
  if (!people || !search) return readPositions(db, allTexts(filter), range);
  if (people.isMore || people.ids.length > fewPeople) {
    const near = await findNear(db, filter, search, range);
    if (near) return near;
  }
  return readPositions(db, people.isMore ? searchedTexts(filter, search) : textsWith(filter, people.ids), range);
}

export async function countConversationTexts(db: Db, filter: TextFilter, people: FoundPeople | undefined) {
  const { search } = filter;
  if (!people || !search) return countPositions(db, allTexts(filter));
  const count = await countPositions(db, textsWith(filter, people.ids));
  if (!people.isMore || count > maxCountedLogRows) return count;
  return countPositions(db, searchedTexts(filter, search));
}

/** What the table shows of texts at these positions, in no order. */
export async function conversationRows(
  db: Db,
  { dealer_id }: TextFilter,
  own_number: string,
  positions: readonly TimeOrderedRow[],
): Promise<TextLogRow[]> {
  if (positions.length === 0) return [];
  const [ids, times] = [positions.map(({ id }) => id), positions.map(({ at_us }) => at_us)];
  const ours = sql`coalesce(tracked.number, s.from_number, nullif(r.from_number, ''), ${own_number}::text)`;
  const theirs = sql`coalesce(m.phone, s.to_number, c.phone)`;
  const { rows } = await sql<TextLogRow>`${preparedStatement}
    select page.id, page.at_us, m.datetime as sent_at, c.customer_name, m.chat_id, m.state, m.error, m.message as words,
      null::int as counted_segments, l.type, coalesce(tracked.source, '') as source,
      case when m.is_from_customer = 1 then ${theirs} else ${ours} end as from_number,
      case when m.is_from_customer = 1 then ${ours} else ${theirs} end as to_number,
      case when m.is_from_customer = 1 then '' when m.campaign_id is not null then m.campaign_title
        else coalesce(trim(u.first_name || ' ' || u.last_name), '') end as by
    from unnest(${ids}::bigint[], ${times}::bigint[]) as page (id, at_us)
      join lateral (select * from messages where dealer_id = ${dealer_id} and id = page.id limit 1) m on true
      join lateral (select * from logged_texts where dealer_id = m.dealer_id and message_id = m.id limit 1) l on true
      join lateral (select * from chats where dealer_id = m.dealer_id and id = m.chat_id limit 1) chats on true
      join lateral (select * from customers where dealer_id = m.dealer_id and id = chats.customer_id limit 1) c on true
      left join lateral (select * from users where dealer_id = m.dealer_id and id = m.user_id limit 1) u on true
      left join lateral (select * from message_sends
        where dealer_id = m.dealer_id and message_id = m.id and attempt = m.attempt limit 1) s on true
      left join lateral (select * from tracked_texts
        where dealer_id = m.dealer_id and message_id = m.id limit 1) tracked on true
      left join lateral (select * from campaign_recipients where dealer_id = m.dealer_id
        and campaign_id = m.campaign_id and customer_id = chats.customer_id limit 1) r on true`.execute(db);
  return rows;
}
