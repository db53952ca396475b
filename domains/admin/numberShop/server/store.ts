import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import type { PurchaseKey } from "#domains/admin/clients/server/purchaseStore.ts";
import type { PurchaseState } from "../../clients/contract.ts";
import { defaultMonthlyLimit, limitDays, type ShopFacts } from "../rules.ts";

/** Whether a business buys its tracking numbers itself, and how many it has bought lately. Undefined without it. */
export async function shopFactsOf(db: Db, dealer_id: number, now: Date): Promise<ShopFacts | undefined> {
  const since = new Date(now.getTime() - limitDays * 86_400_000);
  const row = await db
    .selectFrom("dealers")
    .leftJoin("number_shops as shop", "shop.dealer_id", "dealers.id")
    .where("dealers.id", "=", dealer_id)
    .where("dealers.id", "<>", 0)
    .select(sql<number>`coalesce(shop.may_buy, 0)`.as("may_buy"))
    .select(sql<number>`coalesce(shop.monthly_limit, ${defaultMonthlyLimit})::int`.as("monthly_limit"))
    .select((from) =>
      from
        .selectFrom("number_purchases as purchase")
        .whereRef("purchase.dealer_id", "=", "dealers.id")
        .where("purchase.self_service", "=", 1)
        .where("purchase.state", "not in", ["failed", "released"])
        .where("purchase.started_at", ">", since)
        .select(sql<number>`count(*)::int`.as("bought"))
        .as("bought"),
    )
    .executeTakeFirst();
  return row && { ...row, bought: row.bought ?? 0 };
}

export async function saveTerms(
  db: Db,
  dealer_id: number,
  terms: { readonly may_buy: number; readonly monthly_limit: number },
): Promise<void> {
  const row = db.insertInto("number_shops").values({ dealer_id, ...terms });
  await row.onConflict((conflict) => conflict.column("dealer_id").doUpdateSet(terms)).execute();
}

/** How far a purchase has come, with the request that it answers. */
export async function purchaseOf(db: Db, { dealer_id, id }: PurchaseKey) {
  return db
    .selectFrom("number_purchases")
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .select(sql<PurchaseState>`state`.as("state"))
    .select(["error", "tracking_number_id"])
    .executeTakeFirst();
}

/** Whether the business is buying a number already, or has bought it. */
export async function isBuying(db: Db, dealer_id: number, number: string): Promise<boolean> {
  const row = db.selectFrom("number_purchases").where("dealer_id", "=", dealer_id).where("number", "=", number);
  return (await row.where("state", "not in", ["failed", "released"]).select("id").executeTakeFirst()) !== undefined;
}

/** Ends the purchase of a number that was given back, so that someone may buy it again. */
export async function releasePurchases(db: Db, dealer_id: number, number: string): Promise<void> {
  await db
    .updateTable("number_purchases")
    .set({ state: "released" })
    .where("dealer_id", "=", dealer_id)
    .where("number", "=", number)
    .where("state", "=", "assigned")
    .execute();
}
