import { sql } from "kysely";
import { invalidField } from "#core/failure.ts";
import { type KeysetRange, maxCountedRows } from "#core/server/keysetPage.ts";
import {
  countRowsCapped,
  rangeClause,
  type TimeOrderedRow,
  type TimeOrderedTable,
  timeOrderColumns,
} from "#core/server/timeOrderedPage.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { periodStart } from "#domains/admin/clients/server/public.ts";
import { customerFieldNames } from "#domains/customers/fields.ts";
import { consentStateSql, optinStatusSql, wordCondition } from "#domains/customers/server/public.ts";
import type { PlatformCustomer, PlatformFilter } from "../contract.ts";

export interface PlatformCustomerQuery extends PlatformFilter {
  readonly words: readonly string[];
  readonly now: Date;
}

export type PlatformCustomerRow = Omit<PlatformCustomer, "created_at"> & TimeOrderedRow & { readonly created_at: Date };

const fieldColumns = sql.join(customerFieldNames.map((name) => sql.ref(`customers.${name}`)));

function matchingRows({ client_id, filterBy, words, now }: PlatformCustomerQuery): TimeOrderedTable {
  const conditions = [
    sql`c.deleted_at is null`,
    ...(client_id === undefined ? [] : [sql`c.dealer_id = ${client_id}`]),
    ...(filterBy === "all" ? [] : [sql`c.created_at >= ${periodStart(filterBy, now)}`]),
    ...(words.length > 0 ? [wordCondition(words, "c")] : []),
  ];
  return { from: sql`customers c`, at: sql`c.created_at`, id: sql`c.id`, where: sql.join(conditions, sql` and `) };
}

/** One keyset range of customers; names are joined after the limit, for the page only. */
export async function readCustomers(
  db: Db,
  query: PlatformCustomerQuery,
  range: KeysetRange<string>,
): Promise<PlatformCustomerRow[]> {
  const rows = matchingRows(query);
  // Collects matches by the word index first: walking in time order might scan all customers.
  const viaWordIndex = query.words.length > 0 && range.limit <= maxCountedRows;
  const page = viaWordIndex
    ? sql`matching as materialized (select c.* from ${rows.from} where ${rows.where} limit ${maxCountedRows + 1}),
        page as (select c.dealer_id, ${timeOrderColumns(rows)} from matching c where ${rangeClause({ ...rows, where: sql`true` }, range)})`
    : sql`page as (select c.dealer_id, ${timeOrderColumns(rows)} from ${rows.from} where ${rangeClause(rows, range)})`;
  const direction = sql.raw(range.dir);
  const { rows: customers } = await sql<PlatformCustomerRow>`with ${page}
    select page.id, page.at_us, page.dealer_id, customers.customer_name, ${fieldColumns}, customers.country_code,
      customers.user_image, l.title as location, d.business_name as client_business_name, customers.created_at,
      ${optinStatusSql} as optin_status, ${consentStateSql} as consent_state
    from page
      join customers on customers.dealer_id = page.dealer_id and customers.id = page.id
      join locations l on l.dealer_id = customers.dealer_id and l.id = customers.location_id
      join dealers d on d.id = customers.dealer_id
    order by page.at_us ${direction}, page.id ${direction}`.execute(db);
  return customers;
}

/** The number of matches; a search with too many to sort is rejected. */
export async function countCustomers(db: Db, query: PlatformCustomerQuery): Promise<number> {
  const { from, where } = matchingRows(query);
  const count = await countRowsCapped(db, from, where);
  if (query.words.length > 0 && count > maxCountedRows) {
    throw invalidField("search", "More than 10,000 customers match. Narrow your search.");
  }
  return count;
}
