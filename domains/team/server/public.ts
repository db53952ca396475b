import type { LocationScope } from "#core/people.ts";
import type { Db } from "#core/server/unit.ts";
import type { Place } from "#domains/customers/server/public.ts";
import { membersOf } from "./store.ts";

export { assertFree, takenAddress } from "./assertFree.ts";
export type { HandOver, Work } from "./handOver.ts";
export { locationsOf } from "./locationsOf.ts";

/** A member of the acting location; undefined for anybody else, and for somebody who no longer works there. */
export async function memberById(db: Db, scope: LocationScope, id: number) {
  return membersOf(db, scope).where("users.id", "=", id).executeTakeFirst();
}

/** Of these people those who are members of the acting location, each once. */
export async function membersAmong(db: Db, scope: LocationScope, ids: readonly number[]) {
  return ids.length === 0 ? [] : membersOf(db, scope).where("users.id", "in", ids).execute();
}

/** The members of a location, by name: those who work there now. */
export async function membersAt(db: Db, place: Place) {
  return membersOf(db, place).execute();
}
