import type { LocationKey, LocationScope } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { membersOf } from "./store.ts";

/** An active member of the acting location; undefined for anyone else. */
export async function memberById(db: Db, scope: LocationScope, id: number) {
  return membersOf(db, scope).where("users.id", "=", id).executeTakeFirst();
}

/** Filters people down to the active members of the acting location. */
export async function membersAmong(db: Db, scope: LocationScope, ids: readonly number[]) {
  return ids.length === 0 ? [] : membersOf(db, scope).where("users.id", "in", ids).execute();
}

/** The active members of a location, by name. */
export async function membersAt(db: Db, location: LocationKey) {
  return membersOf(db, location).execute();
}
