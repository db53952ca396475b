import { sql } from "kysely";
import type { LocationScope } from "#core/people.ts";
import { likeTerm } from "#core/server/table.ts";
import type { Db } from "#core/server/unit.ts";
import { byLength } from "../rules.ts";

/** Above every message. */
const newest = Number.MAX_SAFE_INTEGER;

/** A search gives what it has after so many milliseconds, and is continued by the next request. */
const patience = 150;

/** The acting location's next messages in which all words stand, newest first. */
export interface MessageHits {
  readonly ids: readonly number[];
  /** Where the search goes on; null: everything was looked through. */
  readonly looked_to: number | null;
}

export async function findMessages(
  db: Db,
  words: readonly string[],
  before: number | undefined,
  most: number,
): Promise<MessageHits> {
  const patterns = byLength(words).map(likeTerm);
  const { rows } = await sql<{ ids: number[]; looked_to: number | null }>`select to_json(ids) as ids, looked_to
    from messages_matching(${patterns}::text[], ${before ?? newest}::bigint, ${most}::int,
      ${patience} * interval '1 millisecond')`.execute(db);
  const [found] = rows;
  if (!found) throw new Error("A function answers");
  return found;
}

/** Found messages of the location, in the order of the ids; without those that are deleted, for who doesn't see them. */
export async function messagesById(db: Db, scope: LocationScope, ids: readonly number[], withDeleted: boolean) {
  if (ids.length === 0) return [];
  return db
    .selectFrom("messages")
    .where("dealer_id", "=", scope.dealer_id)
    .where("id", "in", ids)
    .$if(!withDeleted, (rows) => rows.where("deleted_at", "is", null))
    .select(["id", "chat_id", "message", "datetime", "is_from_customer"])
    .orderBy("id", "desc")
    .execute();
}
