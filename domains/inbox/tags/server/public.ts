import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";

/** Adds a chat's tags to another chat; returns those that were new to it. */
export async function copyTags(db: Db, dealer_id: number, from: number, into: number): Promise<number[]> {
  const { rows } = await sql<{ tag_id: number }>`
    insert into chat_tags (dealer_id, location_id, chat_id, tag_id, user_id, created_at)
    select dealer_id, location_id, ${into}, tag_id, user_id, created_at from chat_tags
    where dealer_id = ${dealer_id} and chat_id = ${from}
    on conflict (dealer_id, chat_id, tag_id) do nothing returning tag_id`.execute(db);
  return rows.map(({ tag_id }) => tag_id);
}

/** Removes tags from a chat. */
export async function removeChatTags(
  db: Db,
  dealer_id: number,
  chat_id: number,
  tags: readonly number[],
): Promise<void> {
  if (tags.length === 0) return;
  const taggings = db.deleteFrom("chat_tags").where("dealer_id", "=", dealer_id).where("chat_id", "=", chat_id);
  await taggings.where("tag_id", "in", tags).execute();
}
