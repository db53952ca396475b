import { sql } from "kysely";
import { invalid } from "#core/failure.ts";
import { folded } from "#core/folded.ts";
import { mostCounted, type Stretch } from "#core/server/keysetPage.ts";
import { countedRows, inStretch, type Timed, type TimedRows, timedColumns } from "#core/server/newestPage.ts";
import { likeTerm } from "#core/server/table.ts";
import type { Db } from "#core/server/unit.ts";
import { beginOf } from "#domains/admin/clients/server/public.ts";
import type { AnyCustomer, PlatformFilter } from "../contract.ts";

export interface CustomersAsked extends PlatformFilter {
  readonly words: readonly string[];
  readonly now: Date;
}

export type CustomerRow = Omit<AnyCustomer, "created_at"> & Timed & { readonly created_at: Date };

/** A search's words as they are looked for; digits of a phone however it was typed. */
export function wordsOf(search: string): string[] {
  const digits = search.replace(/\D/g, "");
  if (digits.length >= 7 && !/[a-z]/i.test(search)) return [digits];
  return folded(search).split(/\s+/).filter(Boolean);
}

function rowsOf({ client_id, filterBy, words, now }: CustomersAsked): TimedRows {
  const parts = [
    sql`c.deleted_at is null`,
    ...(client_id === undefined ? [] : [sql`c.dealer_id = ${client_id}`]),
    ...(filterBy === "all" ? [] : [sql`c.created_at >= ${beginOf(filterBy, now)}`]),
    ...words.map((word) => sql`c.search_text like ${likeTerm(word)}`),
  ];
  return { from: sql`customers c`, at: sql`c.created_at`, id: sql`c.id`, where: sql.join(parts, sql` and `) };
}

/** A stretch of customers with what belongs to them, joined behind the limit. */
export async function customersIn(db: Db, asked: CustomersAsked, stretch: Stretch<string>): Promise<CustomerRow[]> {
  const rows = rowsOf(asked);
  // Matches are collected by the index of words first: walking along the order could mean all customers.
  const few = asked.words.length > 0 && stretch.limit <= mostCounted;
  const page = few
    ? sql`matching as materialized (select c.* from ${rows.from} where ${rows.where} limit ${mostCounted + 1}),
        page as (select c.dealer_id, ${timedColumns(rows)} from matching c where ${inStretch({ ...rows, where: sql`true` }, stretch)})`
    : sql`page as (select c.dealer_id, ${timedColumns(rows)} from ${rows.from} where ${inStretch(rows, stretch)})`;
  const way = sql.raw(stretch.dir);
  const { rows: found } = await sql<CustomerRow>`with ${page}
    select page.id, page.at_us, page.dealer_id, c.customer_name, c.phone, c.email, l.title as location,
      d.business_name as client, c.created_at,
      case when exists (select from suppressions s where s.dealer_id = c.dealer_id and s.channel = 'sms' and s.phone = c.phone) then 0 else 1 end
        as optin_status
    from page
      join customers c on c.dealer_id = page.dealer_id and c.id = page.id
      join locations l on l.dealer_id = c.dealer_id and l.id = c.location_id
      join dealers d on d.id = c.dealer_id
    order by page.at_us ${way}, page.id ${way}`.execute(db);
  return found;
}

/** How many there are; of a search's matches, so many that they can be sorted. */
export async function countCustomers(db: Db, asked: CustomersAsked): Promise<number> {
  const { from, where } = rowsOf(asked);
  const count = await countedRows(db, from, where);
  if (asked.words.length > 0 && count > mostCounted) {
    throw invalid("search", "More than 10,000 customers match. Please type more.");
  }
  return count;
}
