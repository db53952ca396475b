import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { type KeysetRange, maxCountedRows } from "#core/server/keysetPage.ts";
import type { SqlFragment } from "#core/server/sqlFragment.ts";
import { likePattern } from "#core/server/table.ts";
import { countRowsCapped, rangeClause, type TimeOrderedTable, timeOrderColumns } from "#core/server/timeOrderedPage.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { abandonedSeconds } from "../../voice/rules.ts";
import type { LoggedCall, LoggedOutcome, ShownCalls } from "../contract.ts";
import { searchedDigits } from "../rules.ts";

/** Which calls the table shows. */
export interface CallFilter extends LocationKey {
  readonly from: Date;
  readonly show: ShownCalls;
  /** Empty: all. */
  readonly source: string;
  readonly search: string;
}

const wasAbandoned = sql`(c.state = 'missed' and c.direction = 'incoming' and c.ended_at is not null
  and c.ended_at - c.started_at < ${abandonedSeconds} * interval '1 second')`;

/** Nothing came from the phone before: no call at this location, and no text in the chat. */
const isFirst = sql`(c.direction = 'incoming' and c.from_number <> '' and not exists (select from calls e
    where e.dealer_id = c.dealer_id and e.location_id = c.location_id and e.from_number = c.from_number
      and (e.started_at, e.id) < (c.started_at, c.id))
  and not exists (select from messages e
    where e.dealer_id = c.dealer_id and e.chat_id = c.chat_id and e.datetime < c.started_at))`;

const isShown: Record<ShownCalls, SqlFragment> = {
  all: sql`true`,
  incoming: sql`c.direction = 'incoming'`,
  outgoing: sql`c.direction = 'outgoing'`,
  missed: sql`(c.state = 'missed' and c.direction = 'incoming' and not ${wasAbandoned})`,
  answered: sql`c.state = 'answered'`,
  voicemail: sql`c.state = 'voicemail'`,
  abandoned: wasAbandoned,
  first: isFirst,
  spam: sql`c.spam = 1`,
};

/** The number at the other end. */
const otherNumber = sql`(case when c.direction = 'incoming' then c.from_number else c.to_number end)`;

function found({ dealer_id, search }: CallFilter): SqlFragment {
  const term = search.trim();
  if (term === "") return sql`true`;
  const digits = searchedDigits(term);
  if (digits) return sql`${otherNumber} like ${likePattern(digits)}`;
  // Looked for once, before the calls.
  return sql`c.customer_id = any(array(select p.id from customers p
    where p.dealer_id = ${dealer_id} and p.customer_name ilike ${likePattern(term)}))`;
}

function filtered(filter: CallFilter): TimeOrderedTable {
  const { dealer_id, location_id, from, show, source } = filter;
  const ofSource = source === "" ? sql`true` : sql`c.source = ${source} and c.source <> ''`;
  return {
    from: sql`calls c`,
    at: sql`c.started_at`,
    id: sql`c.id`,
    where: sql`c.dealer_id = ${dealer_id} and c.location_id = ${location_id} and c.started_at >= ${from}
      and ${isShown[show]} and ${ofSource} and ${found(filter)}`,
  };
}

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

/** The calls of a range, in its order. */
export async function readCalls(db: Db, filter: CallFilter, range: KeysetRange<string>): Promise<CallLogRow[]> {
  const table = filtered(filter);
  const direction = sql.raw(range.dir);
  const { rows } = await sql<CallLogRow>`with page as (select ${timeOrderColumns(table)}, c.dealer_id from ${table.from}
      where ${rangeClause(table, range)})
    select page.id, page.at_us, c.direction, c.started_at, ${otherNumber} as phone, c.customer_id, c.chat_id, c.spam, c.source,
      coalesce(customers.customer_name, '') as customer_name,
      case when ${wasAbandoned} then 'abandoned' when c.direction = 'outgoing' and c.state = 'missed' then 'no_answer'
        else c.state end as outcome,
      coalesce(trim(u.first_name || ' ' || u.last_name), '') as called_by,
      case when c.state = 'answered' then c.duration when c.state = 'voicemail' then r.duration end as duration,
      c.recording_consent, r.state as recording_row_state, r.storage_key as recording_key,
      m.deleted_at is not null as is_deleted, ${isFirst}::int as first_time
    from page
      join calls c on c.dealer_id = page.dealer_id and c.id = page.id
      left join customers on customers.dealer_id = c.dealer_id and customers.id = c.customer_id
      left join users u on u.dealer_id = c.dealer_id and u.id = c.user_id
      left join call_recordings r on r.dealer_id = c.dealer_id and r.id = c.recording_id
      left join messages m on m.dealer_id = c.dealer_id and m.id = c.message_id
    order by page.at_us ${direction}, page.id ${direction}`.execute(db);
  return rows;
}

export async function countCalls(db: Db, filter: CallFilter): Promise<number> {
  const { from, where } = filtered(filter);
  return countRowsCapped(db, from, where);
}

/** The calls of a period, newest first, for a file. */
export const callsForFile = (db: Db, filter: CallFilter) =>
  readCalls(db, filter, { key: "started_at", dir: "desc", after: undefined, skip: 0, limit: maxCountedRows });

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
