import { orNotFound } from "#core/failure.ts";
import type { LocationKey } from "#core/people.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { listEvents } from "../contract.ts";
import {
  changeList,
  deleteMembers,
  deleteMemberships,
  insertLockedMembers,
  insertMembers,
  selectMemberships,
  shareLockList,
} from "./store.ts";

export { compactCustomerCounts, createList, listById } from "./store.ts";

/** Marks a list as being filled by an import, or as done, and publishes it to the location. */
export async function setListProcessing(
  { db, publish }: Pick<UnitOfWork, "db" | "publish">,
  location: LocationKey,
  list_id: number,
  processing: boolean,
): Promise<void> {
  orNotFound(await changeList(db, location, list_id, { status: processing ? 0 : 1 }));
  publish(listEvents.processing, { list_id }, location);
}

/**
 * Adds live customers of the location to a list, which is locked against deletion until the transaction ends.
 *
 * @returns how many were not in it before; undefined when the list does not exist.
 */
export async function addToList(db: Db, location: LocationKey, list_id: number, customer_ids: readonly number[]) {
  if (!(await shareLockList(db, location, list_id))) return undefined;
  return customer_ids.length === 0 ? 0 : insertMembers(db, location, list_id, customer_ids);
}

/**
 * Adds customers that this transaction created or locked, for imports. @returns the ids that were not in the list before.
 *
 * @param areNew none of them can be in a list yet.
 */
export async function addLockedToList(
  db: Db,
  location: LocationKey,
  list_id: number,
  customer_ids: readonly number[],
  { areNew }: { readonly areNew: boolean },
): Promise<number[]> {
  return customer_ids.length === 0 ? [] : insertLockedMembers(db, location, list_id, customer_ids, areNew);
}

/** Removes customers from a list. @returns how many were in it. */
export async function removeFromList(db: Db, location: LocationKey, list_id: number, customer_ids: readonly number[]) {
  return customer_ids.length === 0 ? 0 : deleteMembers(db, location, list_id, customer_ids);
}

/** Removes customers from every list, because lists contain live customers only. */
export async function removeFromAllLists(
  db: Db,
  location: LocationKey,
  customer_ids: readonly number[],
): Promise<void> {
  if (customer_ids.length > 0) await deleteMemberships(db, location, customer_ids);
}

export interface NamedList {
  readonly id: number;
  readonly title: string;
}

/** The lists of each customer; customers in no list have no entry. */
export async function listsOf(
  db: Db,
  location: LocationKey,
  customer_ids: readonly number[],
): Promise<ReadonlyMap<number, readonly NamedList[]>> {
  const rows = customer_ids.length === 0 ? [] : await selectMemberships(db, location, customer_ids);
  const of = Map.groupBy(rows, ({ customer_id }) => customer_id);
  return new Map([...of].map(([id, all]) => [id, all.map(({ id, title }) => ({ id, title }))]));
}
