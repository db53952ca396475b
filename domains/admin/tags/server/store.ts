import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import { platformDealer } from "#domains/accounts/server/public.ts";
import type { SincePeriod } from "#domains/admin/clients/contract.ts";
import { periodStart } from "#domains/admin/clients/server/public.ts";

/** Customers whose chat has the tag; excludes the few deleted ones, which is cheaper than joining all. */
const totalCustomers = sql<number>`(
  select count(*)::int from chat_tags where chat_tags.tag_id = tags.id and not exists (
    select from customers
      join chats on chats.dealer_id = customers.dealer_id and chats.customer_id = customers.id
    where customers.deleted_at is not null
      and chats.dealer_id = chat_tags.dealer_id and chats.id = chat_tags.chat_id))`;

export function tagRows(db: Db, period: SincePeriod, now: Date) {
  const rows = db
    .selectFrom("tags")
    .where("tags.deleted_at", "is", null)
    .select(["tags.id", "tags.tag", totalCustomers.as("total_customers")])
    .select(sql<1>`1`.as("status"));
  return period === "all" ? rows : rows.where("tags.created_at", ">=", periodStart(period, now));
}

export async function countTags(db: Db): Promise<number> {
  const tags = db.selectFrom("tags").where("deleted_at", "is", null);
  return (await tags.select(sql<number>`count(*)::int`.as("count")).executeTakeFirstOrThrow()).count;
}

/** Undefined when the name or the slug is taken. */
export async function insertTag(db: Db, row: { tag: string; slug: string; created_at: Date }) {
  return db
    .insertInto("tags")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning(["id", "tag", "slug"])
    .executeTakeFirst();
}

export async function hasTagNamed(db: Db, tag: string): Promise<boolean> {
  const same = sql<boolean>`lower(tag collate "und-x-icu") = lower(${tag}::text collate "und-x-icu")`;
  const existing = db.selectFrom("tags").where(same).where("deleted_at", "is", null).select("id");
  return (await existing.executeTakeFirst()) !== undefined;
}

/** @returns the deleted tag's name; undefined when there is none. */
export async function markDeleted(db: Db, id: number, deleted_at: Date): Promise<string | undefined> {
  const live = db.updateTable("tags").where("id", "=", id).where("deleted_at", "is", null);
  return (await live.set({ deleted_at }).returning("tag").executeTakeFirst())?.tag;
}

export async function allDealerIds(db: Db): Promise<number[]> {
  const rows = await db.selectFrom("dealers").where("id", "<>", platformDealer).select("id").execute();
  return rows.map(({ id }) => id);
}
