import type { LocationScope } from "#core/people.ts";
import type { Db } from "#core/server/unit.ts";
import { membersOf } from "./store.ts";

/** A member of the acting location; undefined for anybody else, and for somebody who no longer works there. */
export async function memberById(db: Db, scope: LocationScope, id: number) {
  return membersOf(db, scope).where("users.id", "=", id).executeTakeFirst();
}

/** Of these people those who are members of the acting location, each once. */
export async function membersAmong(db: Db, scope: LocationScope, ids: readonly number[]) {
  return ids.length === 0 ? [] : membersOf(db, scope).where("users.id", "in", ids).execute();
}
