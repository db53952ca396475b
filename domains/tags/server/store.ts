import { sql } from "kysely";
import type { Scope } from "#core/people.ts";
import { preparedStatement } from "#core/server/preparedStatement.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { Tag } from "../contract.ts";

/** Tags that are not deleted, ordered by name. */
function liveTags(db: Db) {
  return db
    .selectFrom("tags")
    .where("tags.deleted_at", "is", null)
    .select(["tags.id", "tags.tag", "tags.tag as name", "tags.slug"])
    .orderBy("tags.tag", (order) => order.collate("und-x-icu"))
    .orderBy("tags.id");
}

export async function allTags(db: Db): Promise<Tag[]> {
  return liveTags(db).execute();
}

export async function findTag(db: Db, by: { id: number } | { slug: string }): Promise<Tag | undefined> {
  const tags = liveTags(db);
  const one = "id" in by ? tags.where("tags.id", "=", by.id) : tags.where("tags.slug", "=", by.slug);
  return one.executeTakeFirst();
}

export async function tagsOfChat(db: Db, { dealer_id }: Scope, chat_id: number): Promise<Tag[]> {
  return liveTags(db)
    .innerJoin("chat_tags", "chat_tags.tag_id", "tags.id")
    .where("chat_tags.dealer_id", "=", dealer_id)
    .where("chat_tags.chat_id", "=", chat_id)
    .execute();
}

export async function tagRowsOfCustomers(db: Db, { dealer_id, location_id }: Scope, customer_ids: readonly number[]) {
  return liveTags(db)
    .innerJoin("chat_tags", "chat_tags.tag_id", "tags.id")
    .innerJoin("chats", (join) =>
      join.onRef("chats.dealer_id", "=", "chat_tags.dealer_id").onRef("chats.id", "=", "chat_tags.chat_id"),
    )
    .where("chats.dealer_id", "=", dealer_id)
    .where("chats.location_id", "=", location_id)
    .where(sql<boolean>`chats.customer_id = any(${[...customer_ids]}::bigint[])`)
    .select("chats.customer_id")
    .modifyFront(preparedStatement)
    .execute();
}
