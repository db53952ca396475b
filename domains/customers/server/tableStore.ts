import { type RawBuilder, sql } from "kysely";
import { mostCounted, type Stretch } from "#core/server/keysetPage.ts";
import { plannedEachTime, plannedOnce } from "#core/server/prepared.ts";
import { likeTerm } from "#core/server/table.ts";
import type { Db } from "#core/server/unit.ts";
import type { ListFilter } from "#domains/lists/contract.ts";
import { type CustomerRow, customerRows, optinStatusIn, type Place } from "./store.ts";

/** Which customers are asked for. */
export interface CustomerFilter {
  /** Each of them is found in the customer: `searchWords`. */
  readonly words: readonly string[];
  readonly list_id: ListFilter;
  /** Their conversation has it. */
  readonly tag_id: number | undefined;
  readonly optin_status: 0 | 1 | undefined;
}

/** What customers can be sorted by: the orders that an index has. */
export const customerKeys = {
  id: "number",
  customer_name: "text",
  email: "text",
} as const;
/** Nobody is left out. */
export const everyCustomer: CustomerFilter = {
  ...{ words: [], list_id: undefined, tag_id: undefined, optin_status: undefined },
};
export type CustomerStretch = Stretch<keyof typeof customerKeys>;

type Part = RawBuilder<unknown>;

/** So many rows are looked through in the table's order before matches are collected. */
export const nearRows = 400;

/** A stretch of customers, and what is known of how many there are. */
export interface Reading {
  readonly rows: CustomerRow[];
  /** The location's customers, and those of the list that is asked for. */
  readonly total: number;
  readonly listed: number;
  /** Rows that were looked through in the table's order, and how many of them match. */
  readonly looked: number;
  readonly fitting: number;
  /** Rows that the best index had to offer, when it was asked, and how many of them match. */
  readonly collected: number | null;
  readonly matching: number;
}

/** Walks along the table's order until the stretch is full: what few rows match, that can take all of them. */
export function walkCustomers(db: Db, place: Place, filter: CustomerFilter, stretch: CustomerStretch) {
  const { key, id } = keyOf(filter, stretch);
  const page = sql`select ${id} as id, ${key} as key from ${rowsBehind(place, filter, stretch)}
    and ${matches(filter)} ${order(stretch, key, id)} ${limitOf(stretch)}`;
  const counts = sql`0 as looked, 0 as fitting, null::int as collected, 0 as matching`;
  // What a filter leaves on the way decides which way is best.
  const isPlain = filter.words.length === 0 && isUsual(filter, stretch);
  return read(db, place, filter, stretch, sql`page as (${page})`, counts, isPlain ? plannedOnce : plannedEachTime);
}

/**
 * Looks through the next rows in the table's order; when too few of them match, collects what an index offers for the
 * filter and puts that in order. Neither is left to the planner, who can't know how many match.
 */
export function findCustomers(db: Db, place: Place, filter: CustomerFilter, stretch: CustomerStretch) {
  const { limit, skip } = stretch;
  const { key, id } = keyOf(filter, stretch);
  const asKey = sql`customers.id, ${keyOf(everyCustomer, stretch).key} as key`;
  const offered = offeredFor(place, filter);
  const isCollected = offered
    ? sql`(select looked = ${nearRows} and fitting < ${limit + skip} from looked)`
    : sql`false`;
  const steps = sql`near as materialized (
      select customers.* from ${rowsBehind(place, filter, stretch)} ${order(stretch, key, id)} limit ${sql.lit(nearRows)}
    ), fits as materialized (
      select ${asKey} from near as customers where ${matches(filter)}
    ), looked as materialized (
      select (select count(*) from near)::int as looked, (select count(*) from fits)::int as fitting
    ), offered as materialized (
      select customers.* from ${offered ?? sql`customers`} where ${isCollected}
    ), matching as materialized (
      select ${asKey} from offered as customers where ${ofPlace(place)} and ${matches(filter)}
    ), page as (
      select id, key from (
        select id, key from fits where not ${isCollected}
        union all
        select id, key from matching as m where ${isBehind(stretch, sql`m.key`, sql`m.id`)}
      ) as found ${order(stretch, sql`key`, sql`id`)} ${limitOf(stretch)}
    )`;
  const counts = sql`(select looked from looked), (select fitting from looked),
    case when ${isCollected} then (select count(*) from offered)::int end as collected,
    (select count(*) from matching)::int as matching`;
  const way = isUsual(filter, stretch) ? plannedOnce : plannedEachTime;
  return read(db, place, filter, stretch, steps, counts, way);
}

/** What a file says about a customer. */
export interface FileRow {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string;
  readonly company: string;
  readonly address: string;
  readonly messages_received: number;
  readonly messages_sent: number;
  readonly optin_status: 0 | 1;
}

/** The next customers for a file, the newest first: without what only the table shows. */
export async function nextForFile(
  db: Db,
  place: Place,
  filter: CustomerFilter,
  before: number | undefined,
  limit: number,
) {
  const after = before === undefined ? undefined : { value: before, id: before };
  const stretch = { key: "id", dir: "desc", after, skip: 0, limit } as const;
  const { key, id } = keyOf(filter, stretch);
  const { rows } = await sql<FileRow>`select customers.id, customers.first_name, customers.last_name, customers.email,
      customers.phone, customers.company, customers.address, customers.messages_received, customers.messages_sent,
      ${optinStatusIn} as optin_status
    from ${rowsBehind(place, filter, stretch)} and ${matches(filter)} ${order(stretch, key, id)} limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** How many customers match, as far as one more than are counted. What is rare is counted by an index if one helps. */
export async function countCustomers(
  db: Db,
  place: Place,
  filter: CustomerFilter,
  { isRare }: { readonly isRare: boolean },
): Promise<number> {
  const most = mostCounted + 1;
  const offered = isRare ? offeredFor(place, filter) : undefined;
  if (offered) {
    const { rows } = await sql<{ offers: number; count: number }>`select count(*)::int as offers,
        (count(*) filter (where ${ofPlace(place)} and ${matches(filter)}))::int as count
      from (select customers.* from ${offered}) as customers`.execute(db);
    const [found] = rows;
    if (found && (found.offers < most || found.count === most)) return found.count;
  }
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select from customers where ${ofPlace(place)} and ${matches(filter)} limit ${most}
  ) as counted`.execute(db);
  return rows[0]?.count ?? 0;
}

async function read(
  db: Db,
  place: Place,
  { list_id }: CustomerFilter,
  stretch: CustomerStretch,
  steps: Part,
  counts: Part,
  way: Part,
): Promise<Reading> {
  const listed = typeof list_id === "number" ? countOf(place, list_id) : sql`0`;
  // The limit keeps the planner, when it thinks that there are hardly any customers, from beginning with all of them.
  const ofPage = customerRows(db, place).where("customers.id", "=", sql.ref<number>("page.id")).limit(sql.lit(1));
  const { rows } = await sql<Omit<Reading, "rows"> & (CustomerRow | { id: null })>`with ${way} ${steps},
    counts as (select ${countOf(place, 0)} as total, ${listed} as listed, ${counts})
    select counts.*, shown.* from counts left join (
      select page.key as sort_key, t.* from page cross join lateral (${ofPage}) as t
    ) as shown on true ${order(stretch, sql`shown.sort_key`, sql`shown.id`)}`.execute(db);
  const [first] = rows;
  if (!first) throw new Error("The counts come with every answer");
  const { total, looked, fitting, collected, matching } = first;
  const shown = rows.flatMap((row) => (row.id === null ? [] : [row]));
  return { rows: shown, total, listed: first.listed, looked, fitting, collected, matching };
}

/** The table's usual page: every order has its index, so the plan is the same for everybody. */
function isUsual({ list_id, tag_id, optin_status }: CustomerFilter, { skip, limit }: CustomerStretch): boolean {
  const isFiltered = list_id !== undefined || tag_id !== undefined || optin_status !== undefined;
  return !isFiltered && skip === 0 && usualLimits.includes(limit);
}

/** One more than the screen shows. */
const usualLimits = [11, 26, 51, 101];

const ofPlace = ({ dealer_id, location_id }: Place) =>
  sql`customers.dealer_id = ${dealer_id} and customers.location_id = ${location_id} and customers.deleted_at is null`;

/** The sum of the changes is the number of customers: of a list, or (0) of the location. */
const countOf = ({ dealer_id, location_id }: Place, list_id: number) =>
  sql`(select coalesce(sum(change), 0)::int from customer_counts
    where dealer_id = ${dealer_id} and location_id = ${location_id} and list_id = ${list_id})`;

/** One list in the order of the ids is walked along its members: in a big table they may be far from the newest. */
const alongMembers = ({ list_id }: CustomerFilter, { key }: CustomerStretch) =>
  typeof list_id === "number" && key === "id";

/** The columns that the order is by. */
function keyOf(filter: CustomerFilter, stretch: CustomerStretch): { key: Part; id: Part } {
  const id = alongMembers(filter, stretch) ? sql`members.customer_id` : sql`customers.id`;
  if (stretch.key === "id") return { key: id, id };
  const key = sql.ref(`customers.${stretch.key}`);
  return { key: stretch.key === "email" ? sql`${key} collate "und-x-icu"` : key, id };
}

/** The rows behind the stretch's beginning: what follows FROM, as far as WHERE. */
function rowsBehind(place: Place, filter: CustomerFilter, stretch: CustomerStretch): Part {
  const { key, id } = keyOf(filter, stretch);
  const rest = sql`${ofPlace(place)} and ${isBehind(stretch, key, id)}`;
  if (!alongMembers(filter, stretch)) return sql`customers where ${rest}`;
  return sql`list_members as members
    join customers on customers.dealer_id = members.dealer_id and customers.id = members.customer_id
    where members.dealer_id = ${place.dealer_id} and members.list_id = ${filter.list_id} and ${rest}`;
}

function isBehind({ key: name, dir, after }: CustomerStretch, key: Part, id: Part): Part {
  if (!after) return sql`true`;
  const sign = sql.raw(dir === "asc" ? ">" : "<");
  if (name === "id") return sql`${id} ${sign} ${after.id}::bigint`;
  return sql`(${key}, ${id}) ${sign} (${after.value}::text, ${after.id}::bigint)`;
}

function order({ key: name, dir }: CustomerStretch, key: Part, id: Part): Part {
  const direction = sql.raw(dir);
  return name === "id" ? sql`order by ${id} ${direction}` : sql`order by ${key} ${direction}, ${id} ${direction}`;
}

const limitOf = ({ limit, skip }: CustomerStretch) => sql`limit ${sql.lit(limit)} offset ${sql.lit(skip)}`;

/** How many letters and digits in a row: three make an entry of the index. */
const longestRun = (word: string) => Math.max(0, ...(word.match(/[\p{L}\p{N}]+/gu) ?? []).map((run) => run.length));

/** Those of which the index knows the most come first. */
function patternsOf(words: readonly string[]): string[] {
  return [...words].sort((one, other) => longestRun(other) - longestRun(one)).map(likeTerm);
}

/** What has to hold, for rows named `customers`. Subqueries that can't be made joins: the order that is walked stays. */
function matches({ words, list_id, tag_id, optin_status }: CustomerFilter): Part {
  const inLists = sql`select true from list_members as m
    where m.dealer_id = customers.dealer_id and m.customer_id = customers.id`;
  const all: Part[] = [sql`true`];
  if (words.length > 0) all.push(sql`customers.search_text like all (${patternsOf(words)}::text[])`);
  if (list_id === "none") all.push(sql`(${inLists} limit 1) is null`);
  else if (list_id !== undefined) all.push(sql`(${inLists} and m.list_id = ${list_id}) is not null`);
  if (tag_id !== undefined) {
    all.push(sql`(select true from chats join chat_tags on chat_tags.dealer_id = chats.dealer_id and chat_tags.chat_id = chats.id
      where chats.dealer_id = customers.dealer_id and chats.location_id = customers.location_id
        and chats.customer_id = customers.id and chat_tags.tag_id = ${tag_id}) is not null`);
  }
  if (optin_status !== undefined) all.push(sql`(${optinStatusIn}) = ${optin_status}`);
  return sql.join(all, sql` and `);
}

/** What an index offers for the filter, one row more than are counted at most; undefined when no index helps. */
function offeredFor(place: Place, { words, list_id, tag_id, optin_status }: CustomerFilter): Part | undefined {
  const { dealer_id, location_id } = place;
  const most = mostCounted + 1;
  const theirs = (ids: Part) =>
    sql`(${ids} limit ${most}) as offer join customers on customers.dealer_id = ${dealer_id} and customers.id = offer.id`;
  if (words.some((word) => longestRun(word) >= 3)) {
    return sql`customers_matching(${patternsOf(words)}::text[], ${most}) as customers`;
  }
  if (tag_id !== undefined) {
    return theirs(sql`select chats.customer_id as id
      from chat_tags join chats on chats.dealer_id = chat_tags.dealer_id and chats.id = chat_tags.chat_id
      where chat_tags.dealer_id = ${dealer_id} and chat_tags.location_id = ${location_id} and chat_tags.tag_id = ${tag_id}`);
  }
  if (typeof list_id === "number") {
    return theirs(
      sql`select customer_id as id from list_members where dealer_id = ${dealer_id} and list_id = ${list_id}`,
    );
  }
  if (optin_status === 0) {
    return theirs(sql`select customers.id from suppressions
        join customers on customers.phone = suppressions.phone and ${ofPlace(place)}
      where suppressions.dealer_id = ${dealer_id} and suppressions.channel = 'sms'
      union select customers.id from customers where ${ofPlace(place)} and customers.other_phones <> ''`);
  }
  return undefined;
}
