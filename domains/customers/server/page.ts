import * as z from "zod/mini";
import type { TableQuery } from "#core/call.ts";
import { job } from "#core/job.ts";
import type { LocationKey } from "#core/people.ts";
import { searchWords } from "#core/searchWords.ts";
import { worker } from "#core/server/domainManifest.ts";
import { keysetPage, maxCountedRows, type RowCount } from "#core/server/keysetPage.ts";
import type { Server } from "#core/server/serve.ts";
import type { TablePage } from "#core/server/table.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { compactCustomerCounts } from "#domains/lists/server/public.ts";
import { maxFound } from "../contract.ts";
import { type CustomerRow, findCustomer } from "./store.ts";
import {
  type CustomerFilter,
  type CustomerRange,
  type CustomerScan,
  countCustomers,
  customerKeys,
  findCustomers,
  scanCustomers,
  scanRows,
  unfiltered,
} from "./tableStore.ts";

/** One page of the customers table. */
export function customersPage(
  db: Db,
  location: LocationKey,
  query: TableQuery & Partial<Omit<CustomerFilter, "words">>,
): Promise<TablePage<CustomerRow>> {
  const { list_id, tag_id, optin_status, consent, custom, lead } = query;
  const filter = { words: searchWords(query.search.value), list_id, tag_id, optin_status, consent, custom, lead };
  return keysetPage(query, {
    sortable: customerKeys,
    defaultOrder: { key: "id", dir: "desc" },
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
  location: LocationKey,
  { search_param, customer_id }: { readonly search_param: string; readonly customer_id?: number | undefined },
): Promise<readonly CustomerRow[]> {
  const words = searchWords(search_param);
  if (customer_id !== undefined) {
    const customer = await findCustomer(db, location, { id: customer_id });
    return customer ? [customer] : [];
  }
  const range = { key: "id", dir: "desc", after: undefined, skip: 0, limit: maxFound + 1 } as const;
  return (await readCustomers(db, location, { ...unfiltered, words }, range)).rows;
}

async function readCustomers(
  db: Db,
  location: LocationKey,
  filter: CustomerFilter,
  range: CustomerRange,
): Promise<CustomerScan> {
  if (isUnfiltered(filter) || (isOneList(filter) && range.key === "id")) {
    return scanCustomers(db, location, filter, range);
  }
  const scan = await findCustomers(db, location, filter, range);
  if (isComplete(scan, range)) return scan;
  return { ...scan, rows: (await scanCustomers(db, location, filter, range)).rows };
}

const isUnfiltered = (filter: CustomerFilter) => hasOnlyList(filter) && filter.list_id === undefined;

const isOneList = (filter: CustomerFilter) => hasOnlyList(filter) && typeof filter.list_id === "number";

/** No filter other than a list. */
const hasOnlyList = ({ words, tag_id, optin_status, consent, custom, lead }: CustomerFilter) =>
  words.length === 0 && [tag_id, optin_status, consent, custom, lead].every((value) => value === undefined);

/** The scan reached the end, filled the page, or the index produced every match. */
function isComplete(
  { scanned, scanned_matches, candidate_count }: CustomerScan,
  { limit, skip }: CustomerRange,
): boolean {
  return (
    scanned < scanRows ||
    scanned_matches >= limit + skip ||
    (candidate_count !== null && candidate_count <= maxCountedRows)
  );
}

async function countMatches(
  db: Db,
  location: LocationKey,
  filter: CustomerFilter,
  range: CustomerRange,
  scan: CustomerScan,
  knowsMore: boolean,
): Promise<RowCount> {
  const { rows, total, list_total, scanned, scanned_matches, candidate_count, candidate_matches } = scan;
  const exact = (filtered: number) => ({ total, filtered, isMore: false });
  if (isUnfiltered(filter)) return exact(total);
  if (isOneList(filter)) return exact(list_total);
  if (candidate_count !== null && candidate_count <= maxCountedRows) return exact(candidate_matches);
  const isOnlyPage = !range.after && rows.length < range.limit && (rows.length > 0 || range.skip === 0);
  if (isOnlyPage) return exact(range.skip + rows.length);
  if (scanned < scanRows && !range.after) return exact(scanned_matches);
  const hasMore = knowsMore || candidate_matches > maxCountedRows;
  const isRare = scanned_matches * 5 < scanned;
  const filtered = hasMore ? maxCountedRows + 1 : await countCustomers(db, location, filter, { isRare });
  return { total, filtered: Math.min(filtered, maxCountedRows), isMore: filtered > maxCountedRows };
}

/** Sums the accumulated rows of `customer_counts`. */
export const compactCountsJob = job("customers.compactCounts", z.object({}), { retries: 0 });

/** Sums up the changes of how many customers there are and how many each list has. */
export async function compactCounts({ within }: Pick<Server, "within">): Promise<void> {
  await within.eachCell("compact customer counts", ({ db }) => compactCustomerCounts(db));
}

export const customerWorkers = [worker(compactCountsJob, compactCounts, { schedule: "*/5 * * * *" })];
