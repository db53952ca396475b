import { sql } from "kysely";
import type { LocationScope } from "#core/people.ts";
import type { Db } from "#core/server/unit.ts";

/** Which tag on which chat. */
export interface Tagging {
  readonly chat_id: number;
  readonly tag_id: number;
}

/** True when the chat did not have it. */
export async function putTag(
  db: Db,
  { dealer_id, location_id }: LocationScope,
  tagging: Tagging & { user_id: number; created_at: Date },
): Promise<boolean> {
  const put = await db
    .insertInto("chat_tags")
    .values({ dealer_id, location_id, ...tagging })
    .onConflict((conflict) => conflict.columns(["dealer_id", "chat_id", "tag_id"]).doNothing())
    .executeTakeFirst();
  return (put.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** True when the chat had it. */
export async function takeTagOff(db: Db, { dealer_id }: LocationScope, { chat_id, tag_id }: Tagging): Promise<boolean> {
  const taken = await db
    .deleteFrom("chat_tags")
    .where("dealer_id", "=", dealer_id)
    .where("chat_id", "=", chat_id)
    .where("tag_id", "=", tag_id)
    .executeTakeFirst();
  return taken.numDeletedRows > 0n;
}

/**
 * How many of the location's customers have each tag. All chats with it are counted from the index alone, without the
 * few whose customer is gone.
 */
export async function countByTag(db: Db, { dealer_id, location_id }: LocationScope): Promise<Map<number, number>> {
  const { rows } = await sql<{ tag_id: number; count: number }>`
    select tag_id, count(*)::int as count from chat_tags
    where dealer_id = ${dealer_id} and location_id = ${location_id} and not exists (
      select from customers
        join chats on chats.dealer_id = customers.dealer_id and chats.location_id = customers.location_id
          and chats.customer_id = customers.id
      where customers.dealer_id = ${dealer_id} and customers.location_id = ${location_id}
        and customers.deleted_at is not null and chats.id = chat_tags.chat_id)
    group by tag_id`.execute(db);
  return new Map(rows.map(({ tag_id, count }) => [tag_id, count]));
}
