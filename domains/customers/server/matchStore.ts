import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { maxCountedRows } from "#core/server/keysetPage.ts";
import type { SqlFragment } from "#core/server/sqlFragment.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { likePattern } from "#core/server/wordSearch.ts";
import type { PersonSearch } from "../rules.ts";
import { hasTrigram, inLocation, patternsOf, wordCondition } from "./customerFilter.ts";

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
