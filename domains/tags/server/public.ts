import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import type { Tag } from "../contract.ts";

/** Tags that are not deleted, ordered by name. */
export function liveTags(db: Db) {
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

/** How many tags there are, without the deleted ones. */
export async function countTags(db: Db): Promise<number> {
  const tags = db.selectFrom("tags").where("deleted_at", "is", null);
  return (await tags.select(sql<number>`count(*)::int`.as("count")).executeTakeFirstOrThrow()).count;
}

/** Adds a tag; undefined when the name or the slug is taken. */
export async function insertTag(db: Db, row: { tag: string; slug: string; created_at: Date }) {
  return db
    .insertInto("tags")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning(["id", "tag", "slug"])
    .executeTakeFirst();
}

/** True when a live tag has this name, in any case. */
export async function hasTagNamed(db: Db, tag: string): Promise<boolean> {
  const same = sql<boolean>`lower(tag collate "und-x-icu") = lower(${tag}::text collate "und-x-icu")`;
  const existing = db.selectFrom("tags").where(same).where("deleted_at", "is", null).select("id");
  return (await existing.executeTakeFirst()) !== undefined;
}

/** Marks a tag as deleted. @returns its name; undefined when there is none. */
export async function markTagDeleted(db: Db, id: number, deleted_at: Date): Promise<string | undefined> {
  const live = db.updateTable("tags").where("id", "=", id).where("deleted_at", "is", null);
  return (await live.set({ deleted_at }).returning("tag").executeTakeFirst())?.tag;
}
