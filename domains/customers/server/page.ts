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

/** A page of the customers' table. */
export function customersPage(
  db: Db,
  place: Place,
  query: TableQuery & Partial<Omit<CustomerFilter, "words">>,
): Promise<Page<CustomerRow>> {
  const { list_id, tag_id, optin_status } = query;
  const filter = { words: searchWords(query.search.value), list_id, tag_id, optin_status };
  return keysetPage(query, {
    sortable: customerKeys,
    first: { key: "id", dir: "desc" },
    valueOf: (row, key) => row[key],
    read: async (stretch, knowsMore) => {
      const reading = await readCustomers(db, place, filter, stretch);
      return { rows: reading.rows, counted: await counted(db, place, filter, stretch, reading, knowsMore) };
    },
  });
}

/** The customers in whom every word of the search is found, or the one with an id; the newest first. */
export async function searchCustomers(
  db: Db,
  place: Place,
  { search_param, customer_id }: { readonly search_param: string; readonly customer_id?: number | undefined },
): Promise<readonly CustomerRow[]> {
  const words = searchWords(search_param);
  if (customer_id !== undefined) {
    const one = await findCustomer(db, place, { id: customer_id });
    return one ? [one] : [];
  }
  const stretch = { key: "id", dir: "desc", after: undefined, skip: 0, limit: mostFound + 1 } as const;
  return (await readCustomers(db, place, { ...everyCustomer, words }, stretch)).rows;
}

async function readCustomers(db: Db, place: Place, filter: CustomerFilter, stretch: CustomerStretch): Promise<Reading> {
  if (isEverybody(filter) || (isOneList(filter) && stretch.key === "id")) {
    return walkCustomers(db, place, filter, stretch);
  }
  const found = await findCustomers(db, place, filter, stretch);
  if (isComplete(found, stretch)) return found;
  return { ...found, rows: (await walkCustomers(db, place, filter, stretch)).rows };
}

const isEverybody = (filter: CustomerFilter) => hasOnlyList(filter) && filter.list_id === undefined;

const isOneList = (filter: CustomerFilter) => hasOnlyList(filter) && typeof filter.list_id === "number";

/** Nothing but a list, perhaps, is asked for. */
const hasOnlyList = ({ words, tag_id, optin_status }: CustomerFilter) =>
  words.length === 0 && tag_id === undefined && optin_status === undefined;

/** Everything was looked through, or enough of it, or all matches were collected. */
function isComplete({ looked, fitting, collected }: Reading, { limit, skip }: CustomerStretch): boolean {
  return looked < nearRows || fitting >= limit + skip || (collected !== null && collected <= mostCounted);
}

async function counted(
  db: Db,
  place: Place,
  filter: CustomerFilter,
  stretch: CustomerStretch,
  reading: Reading,
  knowsMore: boolean,
): Promise<Counted> {
  const { rows, total, listed, looked, fitting, collected, matching } = reading;
  const exactly = (filtered: number) => ({ total, filtered, isMore: false });
  if (isEverybody(filter)) return exactly(total);
  if (isOneList(filter)) return exactly(listed);
  if (collected !== null && collected <= mostCounted) return exactly(matching);
  const isWhole = !stretch.after && rows.length < stretch.limit && (rows.length > 0 || stretch.skip === 0);
  if (isWhole) return exactly(stretch.skip + rows.length);
  if (looked < nearRows && !stretch.after) return exactly(fitting);
  const more = knowsMore || matching > mostCounted;
  const isRare = fitting * 5 < looked;
  const filtered = more ? mostCounted + 1 : await countCustomers(db, place, filter, { isRare });
  return { total, filtered: Math.min(filtered, mostCounted), isMore: filtered > mostCounted };
}
