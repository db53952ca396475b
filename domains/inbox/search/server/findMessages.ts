import { sql } from "kysely";
import type { LocationScope } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { likePattern } from "#core/server/wordSearch.ts";
import { mostSelectiveFirst } from "../rules.ts";

/** Greater than every message id. */
const beyondNewest = Number.MAX_SAFE_INTEGER;

/** After this many milliseconds a search returns what it has; the next request continues it. */
const timeBudgetMs = 150;

/** The acting location's next messages that contain all words, newest first. */
export interface MessageHits {
  readonly ids: readonly number[];
  /** Where the next request continues; null: the search is complete. */
  readonly looked_to: number | null;
}

export async function findMessages(
  db: Db,
  words: readonly string[],
  before: number | undefined,
  limit: number,
): Promise<MessageHits> {
  const patterns = mostSelectiveFirst(words).map(likePattern);
  const { rows } = await sql<{ ids: number[]; looked_to: number | null }>`select to_json(ids) as ids, looked_to
    from messages_matching(${patterns}::text[], ${before ?? beyondNewest}::bigint, ${limit}::int,
      ${timeBudgetMs} * interval '1 millisecond')`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("messages_matching returned no row");
  return row;
}

/** Messages by id, newest first; deleted ones only for callers who can see them. */
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
