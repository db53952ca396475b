import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { type KeysetRange, maxCountedRows, usualPageLimits } from "#core/server/keysetPage.ts";
import { preparedStatement, unpreparedStatement } from "#core/server/preparedStatement.ts";
import type { SqlFragment } from "#core/server/sqlFragment.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { likePattern } from "#core/server/wordSearch.ts";
import type { ConsentStateName, ConsentView } from "#domains/customers/consent/contract.ts";
import { statesOfView } from "#domains/customers/consent/rules.ts";
import { consentStateSql } from "#domains/customers/consent/server/ledgerStore.ts";
import type { CustomValues } from "#domains/customers/custom/fields.ts";
import type { CustomFilter } from "#domains/customers/custom/rules.ts";
import {
  type CustomerLeadFilter,
  customersWithLeadSql,
  hasLeadSql,
} from "#domains/customers/leadFields/server/store.ts";
import type { ListFilter } from "#domains/lists/contract.ts";
import { type ExportedField, exportedFields } from "../fields.ts";
import type { PersonSearch } from "../rules.ts";
import { type CustomerRow, customerRows, optinStatusSql } from "./store.ts";

/** Which customers a query selects. */
export interface CustomerFilter {
  /** From `searchWords`; a customer has to match all of them. */
  readonly words: readonly string[];
  readonly list_id: ListFilter;
  /** A tag of their chat. */
  readonly tag_id: number | undefined;
  readonly optin_status: 0 | 1 | undefined;
  readonly consent: ConsentView | undefined;
  /** What some of the business's own fields hold; all must fit. */
  readonly custom: readonly CustomFilter[] | undefined;
  /** A lead that they have. */
  readonly lead: CustomerLeadFilter | undefined;
}

export const unfiltered: CustomerFilter = {
  words: [],
  list_id: undefined,
  tag_id: undefined,
  optin_status: undefined,
  consent: undefined,
  custom: undefined,
  lead: undefined,
};
/** The live customers of a location. */
const inLocation = ({ dealer_id, location_id }: LocationKey) =>
  sql`customers.dealer_id = ${dealer_id} and customers.location_id = ${location_id} and customers.deleted_at is null`;

/** The longest run of letters and digits; the trigram index needs at least three. */
const longestRun = (word: string) => Math.max(0, ...(word.match(/[\p{L}\p{N}]+/gu) ?? []).map((run) => run.length));

/** Whether the trigram index finds a word. */
const hasTrigram = (word: string) => longestRun(word) >= 3;

/** The most selective pattern for the trigram index first. */
function patternsOf(words: readonly string[]): string[] {
  return [...words].sort((one, other) => longestRun(other) - longestRun(one)).map(likePattern);
}

/** Whether a word may be a name's several parts, as `maryann` is for Mary Ann and Mary-Ann. */
const isRun = (word: string) => /^[^%_\\@.0-9]{5,}$/.test(word);

/** Whether every word is found in a customer's texts, as it is or, where a name has several parts, when they run together. */
export function wordCondition(words: readonly string[], alias = "customers"): SqlFragment {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const text = column("search_text");
  const found = sql`${text} like all (${patternsOf(words)}::text[])`;
  if (!words.some(isRun)) return found;
  const each = words.map((word) =>
    isRun(word)
      ? sql`(${text} like ${likePattern(word)} or translate(${text}, ' -.', '') like ${likePattern(word.replaceAll("-", ""))})`
      : sql`${text} like ${likePattern(word)}`,
  );
  const hasParts = sql`(${column("first_name")} || ${column("last_name")} || ${column("company")}) ~ '[ -]'`;
  return sql`(${found} or (${hasParts} and ${sql.join(each, sql` and `)}))`;
}

/** The filter over `customers`, as subqueries that the planner can't turn into joins, so the scan order stays. */
function filterCondition(filter: CustomerFilter): SqlFragment {
  const { words, list_id, tag_id, optin_status, consent, custom, lead } = filter;
  const inLists = sql`select true from list_members as m
    where m.dealer_id = customers.dealer_id and m.customer_id = customers.id`;
  const all: SqlFragment[] = [sql`true`];
  if (words.length > 0) all.push(wordCondition(words));
  if (list_id === "none") all.push(sql`(${inLists} limit 1) is null`);
  else if (list_id !== undefined) all.push(sql`(${inLists} and m.list_id = ${list_id}) is not null`);
  if (tag_id !== undefined) {
    all.push(sql`(select true from chats join chat_tags on chat_tags.dealer_id = chats.dealer_id and chat_tags.chat_id = chats.id
      where chats.dealer_id = customers.dealer_id and chats.location_id = customers.location_id
        and chats.customer_id = customers.id and chat_tags.tag_id = ${tag_id}) is not null`);
  }
  if (optin_status !== undefined) all.push(sql`(${optinStatusSql}) = ${optin_status}`);
  if (consent !== undefined) all.push(sql`(${consentStateSql}) = any(${statesOfView[consent]}::text[])`);
  if (custom !== undefined) all.push(...custom.map(customCondition));
  if (lead !== undefined) all.push(hasLeadSql(lead));
  return sql.join(all, sql` and `);
}

function customCondition({ key, comparison, value, to }: CustomFilter): SqlFragment {
  if (comparison === "filled") return sql`customers.custom ? ${key}::text`;
  if (comparison === "empty") return sql`not customers.custom ? ${key}::text`;
  if (comparison === "is") return sql`customers.custom @> ${JSON.stringify({ [key]: value })}::jsonb`;
  return sql`case when customers.custom ? ${key}::text
    then custom_matches(customers.custom ->> ${key}::text, ${comparison}, ${value}, ${to}) else false end`;
}

/** An index's candidates for the filter, at most `mostCounted + 1`; undefined when no index helps. */
export function indexCandidates(
  location: LocationKey,
  { words, list_id, tag_id, optin_status, consent, custom = [], lead }: CustomerFilter,
): SqlFragment | undefined {
  const { dealer_id, location_id } = location;
  const most = maxCountedRows + 1;
  const joinCustomers = (ids: SqlFragment) =>
    sql`(${ids} limit ${most}) as offer join customers on customers.dealer_id = ${dealer_id} and customers.id = offer.id`;
  if (words.some(hasTrigram)) {
    return sql`customers_matching(${patternsOf(words)}::text[], ${most}) as customers`;
  }
  // The index finds who has a value, and equal ones best.
  const indexed =
    custom.find(({ comparison }) => comparison === "is") ?? custom.find(({ comparison }) => comparison !== "empty");
  if (indexed !== undefined) {
    const { key, comparison, value, to } = indexed;
    return sql`customers_with_custom(${key}, ${comparison}, ${value}, ${to}, ${most}) as customers`;
  }
  if (lead !== undefined) return joinCustomers(customersWithLeadSql(location, lead));
  if (tag_id !== undefined) {
    return joinCustomers(sql`select chats.customer_id as id
      from chat_tags join chats on chats.dealer_id = chat_tags.dealer_id and chats.id = chat_tags.chat_id
      where chat_tags.dealer_id = ${dealer_id} and chat_tags.location_id = ${location_id} and chat_tags.tag_id = ${tag_id}`);
  }
  if (typeof list_id === "number") {
    return joinCustomers(
      sql`select customer_id as id from list_members where dealer_id = ${dealer_id} and list_id = ${list_id}`,
    );
  }
  if (optin_status === 0 || consent === "out") {
    return joinCustomers(sql`select customers.id from suppressions
        join customers on customers.phone = suppressions.phone and ${inLocation(location)}
      where suppressions.dealer_id = ${dealer_id} and suppressions.channel = 'sms'
      union select customers.id from customers where ${inLocation(location)} and customers.other_phones <> ''`);
  }
  if (consent === "in") {
    return joinCustomers(sql`select distinct customers.id from consent_events as e
        join customers on customers.phone = e.phone and ${inLocation(location)}
      where e.dealer_id = ${dealer_id} and e.channel = 'sms' and e.event in ('granted', 'attested') and e.scope = 'marketing'`);
  }
  return undefined;
}

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
  readonly custom: CustomValues;
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
      customers.custom, ${optinStatusSql} as optin_status, ${consentStateSql} as consent_state
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

/** The people of a location whom a search finds, the deleted ones too. */
export interface FoundPeople {
  readonly ids: readonly number[];
  /** There are more than `maxCountedRows`, of which the ids are some. */
  readonly isMore: boolean;
}

/** The condition that finds a person, over the `customers` that an alias names. */
export function isPersonSearched(search: PersonSearch, alias = "customers"): SqlFragment {
  return "digits" in search
    ? sql`${sql.ref(`${alias}.phone`)} like ${likePattern(search.digits)}`
    : wordCondition(search.words, alias);
}

/** Looks for people before their rows in a log: joined to each row they would be looked for in all of them. */
export async function findPeople(db: Db, location: LocationKey, search: PersonSearch): Promise<FoundPeople> {
  const { dealer_id, location_id } = location;
  const words = "digits" in search ? [search.digits] : search.words;
  const most = maxCountedRows + 1;
  // Of one or two letters there is no trigram: that reads the location's customers.
  const offered = words.some(hasTrigram)
    ? sql`select id, ${isPersonSearched(search)} as is_found from customers_matching(${patternsOf(words)}::text[], ${most}) as customers`
    : sql`select id, true as is_found from customers where ${inLocation(location)} and ${isPersonSearched(search)} limit ${most}`;
  const { rows } = await sql<{ ids: number[]; is_more: boolean }>`
    select coalesce(array_agg(id::float8) filter (where is_found), '{}') as ids, count(*) >= ${most} as is_more from (
      (${offered})
      union all
      (select id, true from customers where dealer_id = ${dealer_id} and location_id = ${location_id}
        and deleted_at is not null and ${isPersonSearched(search)} limit ${most})) as offered`.execute(db);
  const [found] = rows;
  return { ids: found?.ids ?? [], isMore: found?.is_more ?? false };
}
