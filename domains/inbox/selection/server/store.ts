import { sql } from "kysely";
import { orNotFound } from "#core/failure.ts";
import type { LocationScope } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { type Closing, closedAs } from "#domains/inbox/server/chatStateStore.ts";

/** Locks the selected chats in the order of their ids, so that two selections can't block each other. One that isn't the acting location's is not found. */
export async function lockSelected(db: Db, scope: LocationScope, ids: readonly number[]) {
  const chats = await ofLocation(db, scope, ids).select(["id", "is_gone"]).orderBy("id").forUpdate().execute();
  orNotFound(chats.length === ids.length || undefined);
  const idsOf = (is_gone: number) => chats.filter((chat) => chat.is_gone === is_gone).map(({ id }) => id);
  return { live: idsOf(0), failed: idsOf(1) };
}

function ofLocation(db: Db, { dealer_id, location_id }: LocationScope, ids: readonly number[]) {
  return db
    .selectFrom("chats")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`);
}

/** Assigns chats to a member or to nobody; returns those whose assignee changed. */
export async function assignChats(db: Db, scope: LocationScope, ids: readonly number[], assigned_to: number | null) {
  const chats = updateSelected(db, scope, ids).set({ assigned_to });
  const changed = await chats.where("assigned_to", "is distinct from", assigned_to).returning("id").execute();
  return inOrder(changed);
}

/** Closes or reopens chats; returns those that were not yet. */
export async function closeChats(db: Db, scope: LocationScope, ids: readonly number[], closing: Closing) {
  const chats = updateSelected(db, scope, ids).set(closedAs(closing));
  return inOrder(await chats.where("is_closed", "<>", closing.is_closed).returning("id").execute());
}

const inOrder = (rows: readonly { id: number }[]) => rows.map(({ id }) => id).sort((a, b) => a - b);

function updateSelected(db: Db, { dealer_id, location_id }: LocationScope, ids: readonly number[]) {
  return db
    .updateTable("chats")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`);
}
