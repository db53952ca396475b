import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { type KeysetRange, maxCountedRows, usualPageLimits } from "#core/server/keysetPage.ts";
import { preparedStatement, unpreparedStatement } from "#core/server/preparedStatement.ts";
import type { SqlFragment } from "#core/server/sqlFragment.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { ConsentStateName } from "#domains/customers/consent/contract.ts";
import { consentStateSql } from "#domains/customers/consent/server/public.ts";
import { type ExportedField, exportedFields } from "../fields.ts";
import { type CustomerFilter, filterCondition, indexCandidates, inLocation, unfiltered } from "./customerFilter.ts";
import { type CustomerRow, customerRows, optinStatusSql } from "./store.ts";

/** Sortable columns: those that have an index. */
export const customerKeys = {
  id: "number",
  customer_name: "text",
  email: "text",
} as const;
export type CustomerRange = KeysetRange<keyof typeof customerKeys>;

/** How many rows to scan in table order before collecting candidates from an index. */
export const scanRows = 400;

/** A page of customers, and the counts gathered while reading it. */
export interface CustomerScan {
  readonly rows: CustomerRow[];
  /** All customers of the location; then those of the filter's list. */
  readonly total: number;
  readonly list_total: number;
  /** Rows scanned in table order, and how many of them match. */
  readonly scanned: number;
  readonly scanned_matches: number;
  /** Rows the best index offered (null when it was not used), and how many of them match. */
  readonly candidate_count: number | null;
  readonly candidate_matches: number;
}

/** Scans in table order until the page is full; for a rare match that can mean every row. */
export function scanCustomers(db: Db, location: LocationKey, filter: CustomerFilter, range: CustomerRange) {
  const { key, id } = keyOf(filter, range);
  const page = sql`select ${id} as id, ${key} as key from ${rowsAfter(location, filter, range)}
    and ${filterCondition(filter)} ${orderBy(range, key, id)} ${limitAndOffset(range)}`;
  const counts = sql`0 as scanned, 0 as scanned_matches, null::int as candidate_count, 0 as candidate_matches`;
  // With a filter the best plan depends on its selectivity, so it is planned each time.
  const isPlain = filter.words.length === 0 && isUsualPage(filter, range);
  return runQuery(
    db,
    location,
    filter,
    range,
    sql`page as (${page})`,
    counts,
    isPlain ? preparedStatement : unpreparedStatement,
  );
}

/**
 * Scans the next rows in table order; if too few match, sorts the candidates of an index instead. The planner can't
 * make this choice, because it can't know how many rows match.
 */
export function findCustomers(db: Db, location: LocationKey, filter: CustomerFilter, range: CustomerRange) {
  const { limit, skip } = range;
  const { key, id } = keyOf(filter, range);
  const idAndKey = sql`customers.id, ${keyOf(unfiltered, range).key} as key`;
  const candidates = indexCandidates(location, filter);
  const isCollected = candidates
    ? sql`(select scanned = ${scanRows} and scanned_matches < ${limit + skip} from scanned)`
    : sql`false`;
  const ctes = sql`near as materialized (
      select customers.* from ${rowsAfter(location, filter, range)} ${orderBy(range, key, id)} limit ${sql.lit(scanRows)}
    ), fits as materialized (
      select ${idAndKey} from near as customers where ${filterCondition(filter)}
    ), scanned as materialized (
      select (select count(*) from near)::int as scanned, (select count(*) from fits)::int as scanned_matches
    ), offered as materialized (
      select customers.* from ${candidates ?? sql`customers`} where ${isCollected}
    ), candidate_matches as materialized (
      select ${idAndKey} from offered as customers where ${inLocation(location)} and ${filterCondition(filter)}
    ), page as (
      select id, key from (
        select id, key from fits where not ${isCollected}
        union all
        select id, key from candidate_matches as m where ${isAfter(range, sql`m.key`, sql`m.id`)}
      ) as found ${orderBy(range, sql`key`, sql`id`)} ${limitAndOffset(range)}
    )`;
  const counts = sql`(select scanned from scanned), (select scanned_matches from scanned),
    case when ${isCollected} then (select count(*) from offered)::int end as candidate_count,
    (select count(*) from candidate_matches)::int as candidate_matches`;
  const planMode = isUsualPage(filter, range) ? preparedStatement : unpreparedStatement;
  return runQuery(db, location, filter, range, ctes, counts, planMode);
}

/** A customer's row in an export file. */
export interface CustomerExportRow extends Readonly<Record<ExportedField, string>> {
  readonly id: number;
  readonly messages_received: number;
  readonly messages_sent: number;
  readonly optin_status: 0 | 1;
  readonly consent_state: ConsentStateName;
}

const exportedColumns = sql.join(exportedFields.map((name) => sql.ref(`customers.${name}`)));

/** The next customers for an export file, newest first. */
export async function nextExportRows(
  db: Db,
  location: LocationKey,
  filter: CustomerFilter,
  before: number | undefined,
  limit: number,
) {
  const after = before === undefined ? undefined : { value: before, id: before };
  const range = { key: "id", dir: "desc", after, skip: 0, limit } as const;
  const { key, id } = keyOf(filter, range);
  const { rows } =
    await sql<CustomerExportRow>`select customers.id, ${exportedColumns}, customers.messages_received, customers.messages_sent,
      ${optinStatusSql} as optin_status, ${consentStateSql} as consent_state
    from ${rowsAfter(location, filter, range)} and ${filterCondition(filter)} ${orderBy(range, key, id)} limit ${limit}`.execute(
      db,
    );
  return rows;
}

/** How many customers match, capped at `mostCounted + 1`. Rare matches are counted through an index where one helps. */
export async function countCustomers(
  db: Db,
  location: LocationKey,
  filter: CustomerFilter,
  { isRare }: { readonly isRare: boolean },
): Promise<number> {
  const most = maxCountedRows + 1;
  const candidates = isRare ? indexCandidates(location, filter) : undefined;
  if (candidates) {
    const { rows } = await sql<{ offers: number; count: number }>`select count(*)::int as offers,
        (count(*) filter (where ${inLocation(location)} and ${filterCondition(filter)}))::int as count
      from (select customers.* from ${candidates}) as customers`.execute(db);
    const [result] = rows;
    if (result && (result.offers < most || result.count === most)) return result.count;
  }
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select from customers where ${inLocation(location)} and ${filterCondition(filter)} limit ${most}
  ) as counted`.execute(db);
  return rows[0]?.count ?? 0;
}

async function runQuery(
  db: Db,
  location: LocationKey,
  { list_id }: CustomerFilter,
  range: CustomerRange,
  ctes: SqlFragment,
  counts: SqlFragment,
  planMode: SqlFragment,
): Promise<CustomerScan> {
  const list_total = typeof list_id === "number" ? customerCount(location, list_id) : sql`0`;
  // Without the limit, a planner that expects few customers starts with all of them.
  const pageRows = customerRows(db, location).where("customers.id", "=", sql.ref<number>("page.id")).limit(sql.lit(1));
  const { rows } = await sql<Omit<CustomerScan, "rows"> & (CustomerRow | { id: null })>`with ${planMode} ${ctes},
    counts as (select ${customerCount(location, 0)} as total, ${list_total} as list_total, ${counts})
    select counts.*, shown.* from counts left join (
      select page.key as sort_key, t.* from page cross join lateral (${pageRows}) as t
    ) as shown on true ${orderBy(range, sql`shown.sort_key`, sql`shown.id`)}`.execute(db);
  const [first] = rows;
  if (!first) throw new Error("The counts come with every answer");
  const { total, scanned, scanned_matches, candidate_count, candidate_matches } = first;
  const shown = rows.flatMap((row) => (row.id === null ? [] : [row]));
  return {
    rows: shown,
    total,
    list_total: first.list_total,
    scanned,
    scanned_matches,
    candidate_count,
    candidate_matches,
  };
}

/** A first page without filters: each order has an index, so one prepared plan fits every dealer. */
function isUsualPage({ words: _, ...filter }: CustomerFilter, { skip, limit }: CustomerRange): boolean {
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return !isFiltered && skip === 0 && usualPageLimits.includes(limit);
}

/** The customer count of a list, or with 0 of the location: the sum of its changes. */
const customerCount = ({ dealer_id, location_id }: LocationKey, list_id: number) =>
  sql`(select coalesce(sum(change), 0)::int from customer_counts
    where dealer_id = ${dealer_id} and location_id = ${location_id} and list_id = ${list_id})`;

/** One list in id order is scanned through its members, who may be far from the newest customers. */
const walksMembers = ({ list_id }: CustomerFilter, { key }: CustomerRange) =>
  typeof list_id === "number" && key === "id";

/** The columns to order by. */
function keyOf(filter: CustomerFilter, range: CustomerRange): { key: SqlFragment; id: SqlFragment } {
  const id = walksMembers(filter, range) ? sql`members.customer_id` : sql`customers.id`;
  if (range.key === "id") return { key: id, id };
  const key = sql.ref(`customers.${range.key}`);
  return { key: range.key === "email" ? sql`${key} collate "und-x-icu"` : key, id };
}

/** The rows after the range's start, as SQL from after FROM through WHERE. */
function rowsAfter(location: LocationKey, filter: CustomerFilter, range: CustomerRange): SqlFragment {
  const { key, id } = keyOf(filter, range);
  const rest = sql`${inLocation(location)} and ${isAfter(range, key, id)}`;
  if (!walksMembers(filter, range)) return sql`customers where ${rest}`;
  return sql`list_members as members
    join customers on customers.dealer_id = members.dealer_id and customers.id = members.customer_id
    where members.dealer_id = ${location.dealer_id} and members.list_id = ${filter.list_id} and ${rest}`;
}

function isAfter({ key: name, dir, after }: CustomerRange, key: SqlFragment, id: SqlFragment): SqlFragment {
  if (!after) return sql`true`;
  const sign = sql.raw(dir === "asc" ? ">" : "<");
  if (name === "id") return sql`${id} ${sign} ${after.id}::bigint`;
  return sql`(${key}, ${id}) ${sign} (${after.value}::text, ${after.id}::bigint)`;
}

function orderBy({ key: name, dir }: CustomerRange, key: SqlFragment, id: SqlFragment): SqlFragment {
  const direction = sql.raw(dir);
  return name === "id" ? sql`order by ${id} ${direction}` : sql`order by ${key} ${direction}, ${id} ${direction}`;
}

const limitAndOffset = ({ limit, skip }: CustomerRange) => sql`limit ${sql.lit(limit)} offset ${sql.lit(skip)}`;
