import type { Db } from "#core/server/unitOfWork.ts";

/** A picture of the business that texts can take along. @returns undefined for an absent or foreign one. */
export async function pictureByKey(db: Db, dealer_id: number, storage_key: string) {
  return db
    .selectFrom("marketing_images")
    .where("dealer_id", "=", dealer_id)
    .where("storage_key", "=", storage_key)
    .select(["id", "storage_key"])
    .executeTakeFirst();
}
