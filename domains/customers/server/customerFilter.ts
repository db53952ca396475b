import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { maxCountedRows } from "#core/server/keysetPage.ts";
import type { SqlFragment } from "#core/server/sqlFragment.ts";
import { likePattern } from "#core/server/wordSearch.ts";
import type { ConsentView } from "#domains/customers/consent/contract.ts";
import { statesOfView } from "#domains/customers/consent/rules.ts";
import { consentStateSql } from "#domains/customers/consent/server/public.ts";
import type { ListFilter } from "#domains/lists/contract.ts";
import { optinStatusSql } from "./store.ts";

/** Which customers a query selects. */
export interface CustomerFilter {
  /** From `searchWords`; a customer has to match all of them. */
  readonly words: readonly string[];
  readonly list_id: ListFilter;
  /** A tag of their chat. */
  readonly tag_id: number | undefined;
  readonly optin_status: 0 | 1 | undefined;
  readonly consent: ConsentView | undefined;
}

export const unfiltered: CustomerFilter = {
  words: [],
  list_id: undefined,
  tag_id: undefined,
  optin_status: undefined,
  consent: undefined,
};
/** The live customers of a location. */
export const inLocation = ({ dealer_id, location_id }: LocationKey) =>
  sql`customers.dealer_id = ${dealer_id} and customers.location_id = ${location_id} and customers.deleted_at is null`;

/** The longest run of letters and digits; the trigram index needs at least three. */
const longestRun = (word: string) => Math.max(0, ...(word.match(/[\p{L}\p{N}]+/gu) ?? []).map((run) => run.length));

/** Whether the trigram index finds a word. */
export const hasTrigram = (word: string) => longestRun(word) >= 3;

/** The most selective pattern for the trigram index first. */
export function patternsOf(words: readonly string[]): string[] {
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
export function filterCondition({ words, list_id, tag_id, optin_status, consent }: CustomerFilter): SqlFragment {
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
  return sql.join(all, sql` and `);
}

/** An index's candidates for the filter, at most `mostCounted + 1`; undefined when no index helps. */
export function indexCandidates(
  location: LocationKey,
  { words, list_id, tag_id, optin_status, consent }: CustomerFilter,
): SqlFragment | undefined {
  const { dealer_id, location_id } = location;
  const most = maxCountedRows + 1;
  const joinCustomers = (ids: SqlFragment) =>
    sql`(${ids} limit ${most}) as offer join customers on customers.dealer_id = ${dealer_id} and customers.id = offer.id`;
  if (words.some(hasTrigram)) {
    return sql`customers_matching(${patternsOf(words)}::text[], ${most}) as customers`;
  }
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
