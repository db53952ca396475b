import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { type KeysetRange, maxCountedRows } from "#core/server/keysetPage.ts";
import { countPositions, type LogIndex, planAlongIndexes, readPositions } from "#core/server/positions.ts";
import { preparedStatement } from "#core/server/preparedStatement.ts";
import type { SqlFragment } from "#core/server/sqlFragment.ts";
import type { TimeOrderedRow } from "#core/server/timeOrderedPage.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { likePattern } from "#core/server/wordSearch.ts";
import type { PersonSearch } from "#domains/customers/rules.ts";
import { findPeople, isPersonSearched } from "#domains/customers/server/public.ts";
import { callOutcomes, type LoggedCall, type LoggedOutcome, type ShownCalls } from "../contract.ts";

/** A call as it is stored; its recording still without an address. */
export interface CallLogRow extends Omit<LoggedCall, "started_at" | "recording" | "recording_state" | "outcome"> {
  readonly at_us: number;
  readonly started_at: Date;
  readonly outcome: LoggedOutcome;
  readonly recording_consent: number;
  readonly recording_row_state: string | null;
  readonly recording_key: string | null;
  /** The call's message was deleted. */
  readonly is_deleted: boolean;
}

/** A location's calls as a table. */
export interface CallLog {
  /** The calls of a range, in its order. */
  read(range: KeysetRange<string>): Promise<CallLogRow[]>;
  /** How many there are; above `maxCountedLogRows`: more than that. */
  count(): Promise<number>;
}

export async function openCallLog(db: Db, filter: CallFilter): Promise<CallLog> {
  const calls = await indexOf(db, filter);
  if (!calls) return { read: async () => [], count: async () => 0 };
  await planAlongIndexes(db);
  return {
    async read(range) {
      const positions = await readPositions(db, calls, range);
      const rows = new Map((await rowsAt(db, filter.dealer_id, positions)).map((row) => [row.id, row]));
      return positions.flatMap(({ id }) => rows.get(id) ?? []);
    },
    count: () => countPositions(db, calls),
  };
}

/** What the table shows of calls at these positions, in no order. Each looks up by key what belongs to it. */
async function rowsAt(db: Db, dealer_id: number, positions: readonly TimeOrderedRow[]): Promise<CallLogRow[]> {
  if (positions.length === 0) return [];
  const [ids, times] = [positions.map(({ id }) => id), positions.map(({ at_us }) => at_us)];
  const { rows } = await sql<CallLogRow>`${preparedStatement}
    select page.id, page.at_us, c.direction, c.started_at, c.other_number as phone, c.customer_id, c.chat_id, c.spam, c.source,
      coalesce(p.customer_name, '') as customer_name, c.outcome,
      coalesce(trim(u.first_name || ' ' || u.last_name), '') as called_by,
      case when c.state = 'answered' then c.duration when c.state = 'voicemail' then r.duration end as duration,
      c.recording_consent, r.state as recording_row_state, r.storage_key as recording_key,
      m.deleted_at is not null as is_deleted, ${isFirst}::int as first_time, ${followedBy} as followed_by,
      coalesce(trim(assignee.first_name || ' ' || assignee.last_name), '') as assigned_name
    from unnest(${ids}::bigint[], ${times}::bigint[]) as page (id, at_us)
      join lateral (select * from calls where dealer_id = ${dealer_id} and id = page.id limit 1) c on true
      left join lateral (select * from customers where dealer_id = c.dealer_id and id = c.customer_id limit 1) p on true
      left join lateral (select * from users where dealer_id = c.dealer_id and id = c.user_id limit 1) u on true
      left join lateral (select * from call_recordings
        where dealer_id = c.dealer_id and id = c.recording_id limit 1) r on true
      left join lateral (select * from messages where dealer_id = c.dealer_id and id = c.message_id limit 1) m on true
      left join lateral (select * from chats where dealer_id = c.dealer_id and id = c.chat_id limit 1) chat on true
      left join lateral (select * from users
        where dealer_id = c.dealer_id and id = chat.assigned_to limit 1) assignee on true`.execute(db);
  return rows;
}

/** The calls of a period, newest first, for a file. */
export const callsForFile = (log: CallLog) =>
  log.read({ key: "started_at", dir: "desc", after: undefined, skip: 0, limit: maxCountedRows });

/** The phone that made a call of the location; undefined for an absent or foreign call. */
export async function callerOf(db: Db, { dealer_id, location_id }: LocationKey, id: number) {
  return db
    .selectFrom("calls")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .select(["from_number", "direction"])
    .executeTakeFirst();
}

/** Says of all calls from a phone at the location whether they are spam. */
export async function saveSpam(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  { phone, spam }: { readonly phone: string; readonly spam: number },
): Promise<void> {
  await db
    .updateTable("calls")
    .set({ spam })
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("from_number", "=", phone)
    .where("direction", "=", "incoming")
    .execute();
}

/** Which calls the table shows. */
export interface CallFilter extends LocationKey {
  readonly from: Date;
  readonly show: ShownCalls;
  /** Empty: all. */
  readonly source: string;
  readonly search: PersonSearch | undefined;
}

/** Nothing came from the phone before: no call at this location, and no text in the chat. */
const isFirst = sql`(c.direction = 'incoming' and c.from_number <> '' and not exists (select from calls e
    where e.dealer_id = c.dealer_id and e.location_id = c.location_id and e.from_number = c.from_number
      and (e.started_at, e.id) < (c.started_at, c.id))
  and not exists (select from messages e
    where e.dealer_id = c.dealer_id and e.chat_id = c.chat_id and e.datetime < c.started_at))`;

/** The directions and the outcomes that are shown; undefined for a choice about neither. */
function kindsOf(show: ShownCalls) {
  if (show === "incoming" || show === "outgoing") return { directions: [show], outcomes: callOutcomes };
  if (show === "missed" || show === "abandoned") return { directions: ["incoming"], outcomes: [show] };
  if (show === "answered" || show === "voicemail") return { directions: ["incoming", "outgoing"], outcomes: [show] };
  return undefined;
}

/** A location's calls, each kind along the index that has it in order. */
function allCalls(filter: CallFilter): LogIndex {
  const kinds = kindsOf(filter.show);
  if (!kinds || filter.source !== "") return { ...someCalls(filter), isPlannedOnce: filter.show !== "first" };
  return {
    ...someCalls({ ...filter, show: "all" }, sql`c.direction = kind.direction and c.outcome = kind.outcome`),
    parts: sql`(select * from unnest(${kinds.directions}::text[]) as d, unnest(${kinds.outcomes}::text[]) as o)
      as kind (direction, outcome)`,
    isPlannedOnce: true,
  };
}

/** A location's calls that meet one more condition, along an index of all or among those of `from`. */
function someCalls(filter: CallFilter, condition: SqlFragment = sql`true`, from: SqlFragment = sql`calls c`): LogIndex {
  const { dealer_id, location_id, show, source } = filter;
  const kinds = kindsOf(show);
  const conditions = [
    sql`c.dealer_id = ${dealer_id} and c.location_id = ${location_id} and c.started_at >= ${filter.from}`,
    ...(kinds
      ? [sql`c.direction = any(${kinds.directions}::text[]) and c.outcome = any(${kinds.outcomes}::text[])`]
      : []),
    ...(source === "" ? [] : [sql`c.source = ${source} and c.source <> ''`]),
    ...(show === "spam" ? [sql`c.spam = 1`] : show === "first" ? [sql`c.may_be_first = 1`, isFirst] : []),
    condition,
  ];
  const where = sql.join(conditions, sql` and `);
  return { from, at: sql`c.started_at`, id: sql`c.id`, where, isPlannedOnce: false };
}

/** The calls that a filter shows; undefined when its search finds nothing. */
async function indexOf(db: Db, filter: CallFilter): Promise<LogIndex | undefined> {
  const { search } = filter;
  if (!search) return allCalls(filter);
  return "digits" in search ? withDigits(db, filter, search.digits) : withName(db, filter, search);
}

/** Calls whose number at the other end has these digits; it need not be a customer's. */
async function withDigits(db: Db, filter: CallFilter, digits: string): Promise<LogIndex | undefined> {
  const most = maxCountedRows + 1;
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(array_agg(id::float8), '{}') as ids from calls_matching(${digits}, ${most})`.execute(db);
  const ids = rows[0]?.ids ?? [];
  if (ids.length === 0) return undefined;
  // With this many matches, reading along an index is faster.
  if (ids.length === most) return someCalls(filter, sql`c.other_number like ${likePattern(digits)}`);
  const each = sql`unnest(${ids}::bigint[]) as found (id)
    cross join lateral (select * from calls where dealer_id = ${filter.dealer_id} and id = found.id limit 1) c`;
  return someCalls(filter, sql`true`, each);
}

/** Calls with the customers whom a search finds, person by person. */
async function withName(db: Db, filter: CallFilter, search: PersonSearch): Promise<LogIndex | undefined> {
  const { dealer_id } = filter;
  const { ids, isMore } = await findPeople(db, filter, search);
  if (isMore)
    return someCalls(
      filter,
      sql`(select ${isPersonSearched(search, "p")} from customers p
        where p.dealer_id = ${dealer_id} and p.id = c.customer_id limit 1)`,
    );
  if (ids.length === 0) return undefined;
  const parts = sql`unnest(${ids}::bigint[]) as person (id)`;
  return { ...someCalls(filter, sql`c.customer_id = person.id`), parts };
}

/** How many of the messages after a call are looked at for an answer. */
const nextMessages = sql.lit(30);

/**
 * What followed call `c`: an appointment within 14 days, or how a missed caller was answered within three. Each branch
 * is one index lookup.
 */
const followedBy = sql`case
  when exists (select from appointments a where a.dealer_id = c.dealer_id and a.customer_id = c.customer_id
    and a.created >= c.started_at and a.created < c.started_at + interval '14 days') then 'appointment'
  when c.outcome not in ('missed', 'voicemail', 'abandoned') then 'none'
  when exists (select from calls o where o.dealer_id = c.dealer_id and o.location_id = c.location_id
    and o.customer_id = c.customer_id and o.direction = 'outgoing' and o.outcome = 'answered'
    and o.started_at > c.started_at and o.started_at < c.started_at + interval '3 days') then 'called'
  when exists (select from (select * from messages
      where dealer_id = c.dealer_id and chat_id = c.chat_id and id > c.message_id order by id limit ${nextMessages}) e
    where e.is_from_customer = 0 and e.message_type = 'message' and e.campaign_id is null and e.state <> 'failed'
      and e.datetime < c.started_at + interval '3 days') then 'texted'
  else 'none' end`;
