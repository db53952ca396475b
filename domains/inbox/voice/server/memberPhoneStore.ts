import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";

interface MemberKey {
  readonly dealer_id: number;
  readonly user_id: number;
}

/** The member's phone for calls, and that of their profile; empty without. */
export async function ownPhoneOf(db: Db, { dealer_id, user_id }: MemberKey) {
  return db
    .selectFrom("users")
    .leftJoin("member_phones as own", (join) =>
      join.onRef("own.dealer_id", "=", "users.dealer_id").onRef("own.user_id", "=", "users.id"),
    )
    .where("users.dealer_id", "=", dealer_id)
    .where("users.id", "=", user_id)
    .select(sql<string>`coalesce(own.phone, '')`.as("phone"))
    .select("users.phone as profile_phone")
    .executeTakeFirst();
}

/** Saves the member's phone for calls; an empty one removes it. */
export async function saveOwnPhone(db: Db, { dealer_id, user_id }: MemberKey, phone: string): Promise<void> {
  if (phone === "") {
    const own = db.deleteFrom("member_phones").where("dealer_id", "=", dealer_id);
    await own.where("user_id", "=", user_id).execute();
    return;
  }
  await db
    .insertInto("member_phones")
    .values({ dealer_id, user_id, phone })
    .onConflict((conflict) => conflict.columns(["dealer_id", "user_id"]).doUpdateSet({ phone }))
    .execute();
}
