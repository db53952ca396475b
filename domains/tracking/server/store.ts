import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { type KeysetRange, maxCountedRows } from "#core/server/keysetPage.ts";
import type { SqlFragment } from "#core/server/sqlFragment.ts";
import { likePattern } from "#core/server/table.ts";
import { countRowsCapped, rangeClause, type TimeOrderedTable, timeOrderColumns } from "#core/server/timeOrderedPage.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { messageStates } from "#domains/campaigns/weaving/rules.ts";
import { searchedDigits } from "#domains/inbox/callLog/rules.ts";
import type { LoggedText, ShownTexts } from "../contract.ts";

/** Which texts the table shows. */
export interface TextFilter extends LocationKey {
  readonly from: Date;
  readonly show: ShownTexts;
  /** Empty: texts of all sources. */
  readonly source: string;
  readonly search: string;
  /** What the location texts from; empty without a number. */
  readonly own_number: string;
}

/** A text; `words` only until its segments are counted. */
export interface TextLogRow extends Omit<LoggedText, "sent_at" | "segments"> {
  readonly at_us: number;
  readonly sent_at: Date;
  readonly words: string;
  /** As the campaign counted them; null for the others. */
  readonly counted_segments: number | null;
}

const isInvite = sql`exists (select from review_invites i where i.dealer_id = m.dealer_id and i.message_id = m.id)`;
const isAutomatic = sql`(m.automatic is not null or (m.user_id is null and m.campaign_id is null))`;
const type = sql`(case when m.is_from_customer = 1 then 'received' when m.campaign_id is not null then 'campaign'
  when ${isInvite} then 'invite' when ${isAutomatic} then 'automatic' else 'sent' end)`;

/** More people than this are looked for text by text: their texts are dense enough to be found on the way. */
const maxListedPeople = 1_000;

/** The people whom a search finds; undefined without a search. */
interface FoundPeople {
  /** Undefined when there are too many to list. */
  readonly ids: readonly number[] | undefined;
}

function matchesPeople({ search }: TextFilter): SqlFragment {
  const digits = searchedDigits(search.trim());
  return digits ? sql`p.phone like ${likePattern(digits)}` : sql`p.customer_name ilike ${likePattern(search.trim())}`;
}

/** Looks for people before their texts: joined to each text they would be looked for in all of them. */
async function findPeople(db: Db, filter: TextFilter): Promise<FoundPeople | undefined> {
  if (filter.search.trim() === "") return undefined;
  const { rows } = await sql<{ id: number }>`select p.id from customers p
    where p.dealer_id = ${filter.dealer_id} and ${matchesPeople(filter)} limit ${maxListedPeople + 1}`.execute(db);
  return { ids: rows.length > maxListedPeople ? undefined : rows.map(({ id }) => id) };
}

function isOfPeople(filter: TextFilter, people: FoundPeople | undefined): SqlFragment {
  if (!people) return sql`true`;
  const listed = people.ids && sql`${people.ids}::bigint[]`;
  const all = sql`array(select p.id from customers p where p.dealer_id = ${filter.dealer_id} and ${matchesPeople(filter)})`;
  return sql`held.customer_id = any(${listed ?? all})`;
}

/** Texts in conversations, without what visitors wrote on a website. */
function conversationTexts(filter: TextFilter, people: FoundPeople | undefined): TimeOrderedTable {
  const { dealer_id, location_id, from, show, source } = filter;
  const shown = show === "all" ? sql`true` : sql`${type} = ${show}`;
  if (source !== "")
    // Begins with the few that came to the source's numbers: among all texts they would be far apart.
    return {
      from: sql`tracked_texts t
        join lateral (select * from messages where dealer_id = t.dealer_id and id = t.message_id limit 1) m on true
        join lateral (select * from chats where dealer_id = t.dealer_id and id = m.chat_id limit 1) held on true`,
      at: sql`t.received_at`,
      id: sql`t.message_id`,
      where: sql`t.dealer_id = ${dealer_id} and t.location_id = ${location_id} and t.source = ${source}
        and t.received_at >= ${from} and ${shown} and ${isOfPeople(filter, people)}`,
    };
  return {
    from: sql`messages m join chats held on held.dealer_id = m.dealer_id and held.id = m.chat_id`,
    at: sql`m.datetime`,
    id: sql`m.id`,
    where: sql`m.dealer_id = ${dealer_id} and held.location_id = ${location_id} and m.datetime >= ${from}
      and m.message_type = 'message' and not (m.is_from_customer = 1 and m.web_page is not null) and ${shown}
      and ${isOfPeople(filter, people)}`,
  };
}

/**
 * A ledger row's id among messages: after all of them, and in the order of campaign and recipient.
 * Exact in JavaScript up to a million people for each of a billion campaigns.
 */
const ledgerId = sql`(2251799813685248 + held.campaign_id * 1048576 + held.n)`;

/** Campaigns' texts that no conversation has. */
function ledgerTexts(filter: TextFilter, people: FoundPeople | undefined): TimeOrderedTable {
  const { dealer_id, location_id, from } = filter;
  return {
    from: sql`campaign_recipients held`,
    at: sql`held.handed_at`,
    id: ledgerId,
    where: sql`held.dealer_id = ${dealer_id} and held.location_id = ${location_id}
      and held.handed_at is not null and held.message_id is null and held.channel = 'sms'
      and held.handed_at >= ${from}
      and ${isOfPeople(filter, people)}`,
  };
}

const hasLedger = ({ show, source }: TextFilter) => source === "" && (show === "all" || show === "campaign");

/** The texts of a range, in its order: the newest of conversations and of campaigns, merged. */
export async function readTexts(db: Db, filter: TextFilter, range: KeysetRange<string>): Promise<TextLogRow[]> {
  // Rows to skip are skipped after merging.
  const whole = { ...range, skip: 0, limit: range.limit + range.skip };
  const people = await findPeople(db, filter);
  if (people?.ids?.length === 0) return [];
  const conversations = await readConversations(db, filter, conversationTexts(filter, people), whole);
  const campaigns = hasLedger(filter) ? await readLedger(db, filter, ledgerTexts(filter, people), whole) : [];
  const sign = range.dir === "desc" ? -1 : 1;
  const merged = [...conversations, ...campaigns].sort((a, b) => sign * (a.at_us - b.at_us || a.id - b.id));
  return merged.slice(range.skip, range.skip + range.limit);
}

// Each row of a page looks up what belongs to it by key. A plain join lets the planner begin anywhere: in a database
// without statistics it once went through all messages for each customer.

/** The rows of conversations. */
async function readConversations(
  db: Db,
  filter: TextFilter,
  table: TimeOrderedTable,
  range: KeysetRange<string>,
): Promise<TextLogRow[]> {
  const direction = sql.raw(range.dir);
  const ours = sql`coalesce(tracked.number, s.from_number, nullif(r.from_number, ''), ${filter.own_number}::text)`;
  const theirs = sql`coalesce(m.phone, s.to_number, c.phone)`;
  const { rows } =
    await sql<TextLogRow>`with page as materialized (select m.dealer_id, ${timeOrderColumns(table)} from ${table.from}
      where ${rangeClause(table, range)})
    select page.id, page.at_us, m.datetime as sent_at, c.customer_name, m.chat_id, m.state, m.error, m.message as words,
      null::int as counted_segments, ${type} as type, coalesce(tracked.source, '') as source,
      case when m.is_from_customer = 1 then ${theirs} else ${ours} end as from_number,
      case when m.is_from_customer = 1 then ${ours} else ${theirs} end as to_number,
      case when m.is_from_customer = 1 then '' when m.campaign_id is not null then m.campaign_title
        else coalesce(trim(u.first_name || ' ' || u.last_name), '') end as by
    from page
      join lateral (select * from messages where dealer_id = page.dealer_id and id = page.id limit 1) m on true
      join lateral (select * from chats where dealer_id = page.dealer_id and id = m.chat_id limit 1) chats on true
      join lateral (select * from customers where dealer_id = page.dealer_id and id = chats.customer_id limit 1) c on true
      left join lateral (select * from users where dealer_id = page.dealer_id and id = m.user_id limit 1) u on true
      left join lateral (select * from message_sends
        where dealer_id = page.dealer_id and message_id = m.id and attempt = m.attempt limit 1) s on true
      left join lateral (select * from tracked_texts
        where dealer_id = page.dealer_id and message_id = m.id limit 1) tracked on true
      left join lateral (select * from campaign_recipients where dealer_id = page.dealer_id
        and campaign_id = m.campaign_id and customer_id = chats.customer_id limit 1) r on true
    order by page.at_us ${direction}, page.id ${direction}`.execute(db);
  return rows;
}

const stateLabels = sql.join(
  Object.entries(messageStates).map(([state, shown]) => sql`when ${state}::text then ${shown ?? "sending"}::text`),
  sql` `,
);

async function readLedger(
  db: Db,
  filter: TextFilter,
  table: TimeOrderedTable,
  range: KeysetRange<string>,
): Promise<TextLogRow[]> {
  const direction = sql.raw(range.dir);
  const { rows } = await sql<TextLogRow>`with page as materialized (select held.dealer_id, held.campaign_id,
      held.n, ${timeOrderColumns(table)} from ${table.from} where ${rangeClause(table, range)})
    select page.id::float8 as id, page.at_us, r.handed_at as sent_at, c.customer_name, null::float8 as chat_id,
      case r.state ${stateLabels} end as state, r.error, '' as words, r.segments as counted_segments, 'campaign' as type,
      coalesce(nullif(r.from_number, ''), ${filter.own_number}::text) as from_number, r.address as to_number,
      campaigns.title as by, '' as source
    from page
      join lateral (select * from campaign_recipients
        where dealer_id = page.dealer_id and campaign_id = page.campaign_id and n = page.n limit 1) r on true
      join lateral (select * from campaigns
        where dealer_id = page.dealer_id and id = page.campaign_id limit 1) campaigns on true
      join lateral (select * from customers where dealer_id = page.dealer_id and id = r.customer_id limit 1) c on true
    order by page.at_us ${direction}, page.id ${direction}`.execute(db);
  return rows;
}

export async function countTexts(db: Db, filter: TextFilter): Promise<number> {
  const people = await findPeople(db, filter);
  if (people?.ids?.length === 0) return 0;
  const conversations = conversationTexts(filter, people);
  const counted = await countRowsCapped(db, conversations.from, conversations.where);
  if (counted > maxCountedRows || !hasLedger(filter)) return counted;
  const ledger = ledgerTexts(filter, people);
  return counted + (await countRowsCapped(db, ledger.from, ledger.where));
}

/** The texts of a period, newest first, for a file. */
export const textsForFile = (db: Db, filter: TextFilter) =>
  readTexts(db, filter, { key: "sent_at", dir: "desc", after: undefined, skip: 0, limit: maxCountedRows });
