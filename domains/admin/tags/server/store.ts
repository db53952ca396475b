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

export async function allDealerIds(db: Db): Promise<number[]> {
  const rows = await db.selectFrom("dealers").where("id", "<>", platformDealer).select("id").execute();
  return rows.map(({ id }) => id);
}
