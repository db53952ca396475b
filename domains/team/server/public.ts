import { invalidField } from "#core/failure.ts";
import type { LocationKey, LocationScope } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { membersOf } from "./store.ts";

/** An active member of a location; undefined for anyone else. */
export async function memberById(db: Db, location: LocationKey, id: number) {
  return membersOf(db, location).where("users.id", "=", id).executeTakeFirst();
}

/** The same, for a field of a form. @throws Failure `invalid` at `field` for anyone else. */
export async function requireMember(db: Db, scope: LocationScope, field: string, id: number) {
  const member = await memberById(db, scope, id);
  if (!member) throw invalidField(field, "This team member isn't at this location.");
  return member;
}

/** Filters people down to the active members of the acting location. */
export async function membersAmong(db: Db, scope: LocationScope, ids: readonly number[]) {
  return ids.length === 0 ? [] : membersOf(db, scope).where("users.id", "in", ids).execute();
}

/** The active members of a location, by name. */
export async function membersAt(db: Db, location: LocationKey) {
  return membersOf(db, location).execute();
}
