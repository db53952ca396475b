import type { TableQuery } from "#core/call.ts";
import { type Counted, keysetPage, mostCounted } from "#core/server/keysetPage.ts";
import type { Page } from "#core/server/table.ts";
import type { Db } from "#core/server/unit.ts";
import { mostFound } from "../contract.ts";
import { searchWords } from "../rules.ts";
import { type CustomerRow, findCustomer, type Place } from "./store.ts";
import {
  type CustomerFilter,
  type CustomerStretch,
  countCustomers,
  customerKeys,
  everyCustomer,
  findCustomers,
  nearRows,
  type Reading,
  walkCustomers,
} from "./tableStore.ts";

/** One page of the customers table. */
export function customersPage(
  db: Db,
  location: Place,
  query: TableQuery & Partial<Omit<CustomerFilter, "words">>,
): Promise<Page<CustomerRow>> {
  const { list_id, tag_id, optin_status } = query;
  const filter = { words: searchWords(query.search.value), list_id, tag_id, optin_status };
  return keysetPage(query, {
    sortable: customerKeys,
    first: { key: "id", dir: "desc" },
    valueOf: (row, key) => row[key],
    read: async (range, knowsMore) => {
      const scan = await readCustomers(db, location, filter, range);
      return { rows: scan.rows, counted: await countMatches(db, location, filter, range, scan, knowsMore) };
    },
  });
}

/** Customers matching every search word, newest first; or the one with `customer_id`. */
export async function searchCustomers(
  db: Db,
  location: Place,
  { search_param, customer_id }: { readonly search_param: string; readonly customer_id?: number | undefined },
): Promise<readonly CustomerRow[]> {
  const words = searchWords(search_param);
  if (customer_id !== undefined) {
    const customer = await findCustomer(db, location, { id: customer_id });
    return customer ? [customer] : [];
  }
  const range = { key: "id", dir: "desc", after: undefined, skip: 0, limit: mostFound + 1 } as const;
  return (await readCustomers(db, location, { ...everyCustomer, words }, range)).rows;
}

async function readCustomers(
  db: Db,
  location: Place,
  filter: CustomerFilter,
  range: CustomerStretch,
): Promise<Reading> {
  if (isUnfiltered(filter) || (isOneList(filter) && range.key === "id")) {
    return walkCustomers(db, location, filter, range);
  }
  const scan = await findCustomers(db, location, filter, range);
  if (isComplete(scan, range)) return scan;
  return { ...scan, rows: (await walkCustomers(db, location, filter, range)).rows };
}

const isUnfiltered = (filter: CustomerFilter) => hasOnlyList(filter) && filter.list_id === undefined;

const isOneList = (filter: CustomerFilter) => hasOnlyList(filter) && typeof filter.list_id === "number";

/** No filter other than a list. */
const hasOnlyList = ({ words, tag_id, optin_status }: CustomerFilter) =>
  words.length === 0 && tag_id === undefined && optin_status === undefined;

/** The scan reached the end, filled the page, or the index produced every match. */
function isComplete({ scanned, scanned_matches, candidate_count }: Reading, { limit, skip }: CustomerStretch): boolean {
  return (
    scanned < nearRows ||
    scanned_matches >= limit + skip ||
    (candidate_count !== null && candidate_count <= mostCounted)
  );
}

async function countMatches(
  db: Db,
  location: Place,
  filter: CustomerFilter,
  range: CustomerStretch,
  scan: Reading,
  knowsMore: boolean,
): Promise<Counted> {
  const { rows, total, list_total, scanned, scanned_matches, candidate_count, candidate_matches } = scan;
  const exact = (filtered: number) => ({ total, filtered, isMore: false });
  if (isUnfiltered(filter)) return exact(total);
  if (isOneList(filter)) return exact(list_total);
  if (candidate_count !== null && candidate_count <= mostCounted) return exact(candidate_matches);
  const isOnlyPage = !range.after && rows.length < range.limit && (rows.length > 0 || range.skip === 0);
  if (isOnlyPage) return exact(range.skip + rows.length);
  if (scanned < nearRows && !range.after) return exact(scanned_matches);
  const hasMore = knowsMore || candidate_matches > mostCounted;
  const isRare = scanned_matches * 5 < scanned;
  const filtered = hasMore ? mostCounted + 1 : await countCustomers(db, location, filter, { isRare });
  return { total, filtered: Math.min(filtered, mostCounted), isMore: filtered > mostCounted };
}
