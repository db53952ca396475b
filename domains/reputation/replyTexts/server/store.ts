import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { Language } from "../../settings/fields.ts";
import type { StoredReplyText } from "../rules.ts";

/** The texts that a location has changed. */
export async function replyTextsOf(db: Db, { dealer_id, location_id }: LocationKey): Promise<StoredReplyText[]> {
  return db
    .selectFrom("review_reply_texts")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .select(["stars", "words", sql<Language>`language`.as("language")])
    .execute();
}

export async function saveReplyText(db: Db, key: LocationKey, text: StoredReplyText): Promise<void> {
  const { dealer_id, location_id } = key;
  await db
    .insertInto("review_reply_texts")
    .values({ dealer_id, location_id, ...text })
    .onConflict((conflict) =>
      conflict.columns(["dealer_id", "location_id", "stars", "language"]).doUpdateSet({ words: text.words }),
    )
    .execute();
}

export async function deleteReplyText(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  { stars, language }: Omit<StoredReplyText, "words">,
): Promise<void> {
  await db
    .deleteFrom("review_reply_texts")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("stars", "=", stars)
    .where("language", "=", language)
    .execute();
}
