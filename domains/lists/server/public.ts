import { found } from "#core/failure.ts";
import type { Db, Unit } from "#core/server/unit.ts";
import { listEvents } from "../contract.ts";
import {
  deleteMembers,
  deleteMemberships,
  insertHeldMembers,
  insertMembers,
  selectMemberships,
} from "./memberStore.ts";
import { changeList, findList, holdList, insertList, type ListRow, type NewList, type Place } from "./store.ts";

export type { ListRow, NewList, Place } from "./store.ts";

/** A list of the location with its count; undefined for an absent, foreign or deleted one. */
export async function listById(db: Db, place: Place, id: number): Promise<ListRow | undefined> {
  return findList(db, place, id);
}

/** Adds a list; answers its id, or undefined when a list of the location has this title already. */
export async function makeList(db: Db, list: NewList): Promise<number | undefined> {
  return insertList(db, list);
}

/** Says, to everybody at the location too, that an import into the list is under way or is done. */
export async function setProcessing(
  { db, tell }: Pick<Unit, "db" | "tell">,
  place: Place,
  list_id: number,
  processing: boolean,
): Promise<void> {
  found(await changeList(db, place, list_id, { status: processing ? 0 : 1 }));
  tell(listEvents.processing, { list_id }, place);
}

/**
 * Adds live customers of the location to a list; answers how many weren't in it, or undefined when there is no such
 * list. Nobody can delete the list before the transaction ends.
 */
export async function addToList(db: Db, place: Place, list_id: number, customer_ids: readonly number[]) {
  if (!(await holdList(db, place, list_id))) return undefined;
  return customer_ids.length === 0 ? 0 : insertMembers(db, place, list_id, customer_ids);
}

/**
 * The same for customers of the location whom the transaction has made or holds: an import's thousands. Answers who of
 * them weren't in the list.
 *
 * @param areNew nobody of them can be in a list yet.
 */
export async function joinList(
  db: Db,
  place: Place,
  list_id: number,
  customer_ids: readonly number[],
  { areNew }: { readonly areNew: boolean },
): Promise<number[]> {
  return customer_ids.length === 0 ? [] : insertHeldMembers(db, place, list_id, customer_ids, areNew);
}

/** Takes customers out of one list; answers how many were in it. */
export async function leaveList(db: Db, place: Place, list_id: number, customer_ids: readonly number[]) {
  return customer_ids.length === 0 ? 0 : deleteMembers(db, place, list_id, customer_ids);
}

/** Takes customers out of every list: lists hold live customers only. */
export async function leaveAllLists(db: Db, place: Place, customer_ids: readonly number[]): Promise<void> {
  if (customer_ids.length > 0) await deleteMemberships(db, place, customer_ids);
}

export interface NamedList {
  readonly id: number;
  readonly title: string;
}

/** The lists of each of the customers; who is in none has no entry. */
export async function listsOf(
  db: Db,
  place: Place,
  customer_ids: readonly number[],
): Promise<ReadonlyMap<number, readonly NamedList[]>> {
  const rows = customer_ids.length === 0 ? [] : await selectMemberships(db, place, customer_ids);
  const of = Map.groupBy(rows, ({ customer_id }) => customer_id);
  return new Map([...of].map(([id, all]) => [id, all.map(({ id, title }) => ({ id, title }))]));
}
