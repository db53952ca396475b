import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { maxCountedRows } from "#core/server/keysetPage.ts";
import type { LogIndex } from "#core/server/positions.ts";
import type { SqlFragment } from "#core/server/sqlFragment.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { likePattern } from "#core/server/wordSearch.ts";
import type { PersonSearch } from "#domains/customers/rules.ts";
import { findPeople, isPersonSearched } from "#domains/customers/server/public.ts";
import { callOutcomes, type ShownCalls } from "../contract.ts";

/** Which calls the table shows. */
export interface CallFilter extends LocationKey {
  readonly from: Date;
  readonly show: ShownCalls;
  /** Empty: all. */
  readonly source: string;
  readonly search: PersonSearch | undefined;
}

/** Nothing came from the phone before: no call at this location, and no text in the chat. */
export const isFirst = sql`(c.direction = 'incoming' and c.from_number <> '' and not exists (select from calls e
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
export async function indexOf(db: Db, filter: CallFilter): Promise<LogIndex | undefined> {
  const { search } = filter;
  if (!search) return allCalls(filter);
  return "digits" in search ? withDigits(db, filter, search.digits) : withName(db, filter, search);
}

/** With digits in the number at the other end, which need not be a customer's. */
async function withDigits(db: Db, filter: CallFilter, digits: string): Promise<LogIndex | undefined> {
  const most = maxCountedRows + 1;
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(array_agg(id::float8), '{}') as ids from calls_matching(${digits}, ${most})`.execute(db);
  const ids = rows[0]?.ids ?? [];
  if (ids.length === 0) return undefined;
  // So many are on the way along any index.
  if (ids.length === most) return someCalls(filter, sql`c.other_number like ${likePattern(digits)}`);
  const each = sql`unnest(${ids}::bigint[]) as found (id)
    cross join lateral (select * from calls where dealer_id = ${filter.dealer_id} and id = found.id limit 1) c`;
  return someCalls(filter, sql`true`, each);
}

/** With customers who have a name, person by person. */
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
