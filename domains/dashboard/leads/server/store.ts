import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { TimeRange } from "#core/periods.ts";
import type { SqlFragment } from "#core/server/sqlFragment.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { survivorSql } from "#domains/customers/server/public.ts";
import type { LeadReach } from "#domains/leads/fields.ts";
import { isCountedSql, reachedSql } from "#domains/leads/server/public.ts";
import { type Bucket, type FigureScope, inScope } from "../../server/store.ts";
import type { CountedLead, LeadCounts } from "../contract.ts";
import type { MonthSpend } from "../rules.ts";

/** The locations of a scope one by one, so that an index that begins with them is read in ranges. */
const atLocations = ({ dealer_id, location_id }: FigureScope) =>
  location_id === null
    ? sql`l.dealer_id = ${dealer_id} and l.location_id in (select id from locations where dealer_id = ${dealer_id})`
    : sql`l.dealer_id = ${dealer_id} and l.location_id = ${location_id}`;

/** The leads `l` of the figures that came in within a range. */
const receivedIn = (scope: FigureScope, { from, to }: TimeRange) =>
  sql`${atLocations(scope)} and ${isCountedSql} and l.received_at >= ${from} and l.received_at < ${to}`;

const counts = sql`count(*)::int as leads, count(l.contacted_at)::int as contacted, count(l.set_at)::int as "set",
  count(l.shown_at)::int as shown, count(l.sold_at)::int as sold,
  round(percentile_cont(0.5) within group (order by l.response_business_seconds))::int as speed_to_lead`;

/** All leads of a range, and those of each source. */
export async function countLeads(db: Db, scope: FigureScope, range: TimeRange) {
  const { rows } = await sql<LeadCounts & { source: string; is_all: boolean }>`
    select grouping(l.source) = 1 as is_all, coalesce(l.source, '') as source, ${counts}
    from leads l where ${receivedIn(scope, range)} group by grouping sets ((), (l.source))`.execute(db);
  const [all, sources] = [rows.filter(({ is_all }) => is_all)[0], rows.filter(({ is_all }) => !is_all)];
  return { all: all && countsOf(all), sources: sources.map((row) => ({ ...countsOf(row), source: row.source })) };
}

const countsOf = ({ leads, contacted, set, shown, sold, speed_to_lead }: LeadCounts): LeadCounts => ({
  leads,
  contacted,
  set,
  shown,
  sold,
  speed_to_lead,
});

/** The leads of a range by day or hour, and those contacted since. */
export async function leadSeries(db: Db, scope: FigureScope, range: TimeRange, bucket: Bucket) {
  const { rows } = await sql<{ at: string; leads: number; serviced: number }>`
    select ${bucket("l.received_at")}::text as at, count(*)::int as leads, count(l.contacted_at)::int as serviced
    from leads l where ${receivedIn(scope, range)} group by ${bucket("l.received_at")}`.execute(db);
  return rows;
}

/** The leads of a range that each member owns now. */
export async function leadsByOwner(db: Db, place: LocationKey, range: TimeRange) {
  const { rows } = await sql<LeadCounts & { user_id: number }>`select l.owner_id as user_id, ${counts}
    from leads l where ${receivedIn(place, range)} and l.owner_id is not null group by l.owner_id`.execute(db);
  return rows;
}

/** What was entered for the sources of some months, at a location or at all. */
export async function spendBetween(
  db: Db,
  scope: FigureScope,
  { first, last }: { readonly first: string; readonly last: string },
): Promise<readonly MonthSpend[]> {
  const { rows } =
    await sql<MonthSpend>`select s.source, to_char(s.month, 'YYYY-MM') as month, sum(s.cents)::float8 as cents
    from source_spend s where ${inScope("s", scope)} and s.month >= ${`${first.slice(0, 7)}-01`}::date
      and s.month <= ${`${last.slice(0, 7)}-01`}::date group by s.source, s.month order by s.source, s.month`.execute(
      db,
    );
  return rows;
}

/** Which leads a table shows. */
export interface CountedLeadFilter {
  readonly scope: FigureScope;
  readonly range: TimeRange;
  readonly reached: LeadReach;
  readonly owner_id?: number;
  /** Undefined: of every source. */
  readonly source?: string | undefined;
}

type CountedLeadRow = Omit<CountedLead, "received_at"> & { readonly received_at: Date };

/** The leads behind a figure, for the table kernel. */
export function countedLeads(db: Db, { scope, range, reached, owner_id, source }: CountedLeadFilter) {
  const conditions: SqlFragment[] = [
    receivedIn(scope, range),
    reachedSql[reached].has,
    ...(owner_id === undefined ? [] : [sql`l.owner_id = ${owner_id}`]),
    ...(source === undefined ? [] : [sql`l.source = ${source}`]),
  ];
  const rows = sql<CountedLeadRow>`(select l.id, l.received_at,
      coalesce(nullif(customers.customer_name, ''), trim(l.first_name || ' ' || l.last_name)) as name, s.name as stage,
      trim(coalesce(u.first_name || ' ' || u.last_name, '')) as owner, l.source, places.title as location,
      l.response_business_seconds as seconds
    from leads l
      join lead_stages s on s.dealer_id = l.dealer_id and s.id = l.stage_id
      join locations places on places.dealer_id = l.dealer_id and places.id = l.location_id
      left join users u on u.dealer_id = l.dealer_id and u.id = l.owner_id
      left join customers origin on origin.dealer_id = l.dealer_id and origin.id = l.customer_id
      left join customers on customers.dealer_id = l.dealer_id and customers.id = ${survivorSql("origin")}
        and customers.deleted_at is null
    where ${sql.join(conditions, sql` and `)})`;
  return db.selectFrom(rows.as("counted")).selectAll();
}
