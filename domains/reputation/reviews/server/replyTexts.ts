import { sql } from "kysely";
import { orNotFound } from "#core/failure.ts";
import type { LocationKey } from "#core/people.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { companyValues } from "#domains/campaigns/audience/server/public.ts";
import type { Language } from "#domains/reputation/settings/fields.ts";
import type { replyTexts } from "../contract.ts";
import { allReplyTexts, replyTextFor, type StoredReplyText } from "../rules.ts";
import { reviewView } from "./store.ts";

export const replyTextHandlers: Handlers<typeof replyTexts> = {
  list: (context) => all(context),

  async save(context, { params, body: { words } }) {
    const { db, scope, audit } = context;
    const stars = Number(params.stars);
    const { language } = params;
    await saveReplyText(db, scope, { stars, language, words });
    const subject = { subject: "location", subject_id: scope.location_id };
    await audit({ action: "changed a reply template", ...subject, detail: { stars, language } });
    return all(context);
  },

  async restore(context, { params }) {
    const { db, scope, audit } = context;
    const stars = Number(params.stars);
    const { language } = params;
    await deleteReplyText(db, scope, { stars, language });
    const subject = { subject: "location", subject_id: scope.location_id };
    await audit({ action: "restored a reply template", ...subject, detail: { stars, language } });
    return all(context);
  },

  async forReview({ db, scope }, { params: { id } }) {
    const { rating, recommends, author } = orNotFound(await reviewView(db, scope, id));
    const stars = rating ?? (recommends === 1 ? 5 : 1);
    const company = await companyValues(db, scope);
    const texts = allReplyTexts(await replyTextsOf(db, scope)).filter((text) => text.stars === stars);
    return {
      reply_texts: texts.map(({ language, words }) => ({ language, text: replyTextFor(words, author, company) })),
    };
  },
};

async function all({ db, scope }: StaffContext) {
  return { reply_texts: allReplyTexts(await replyTextsOf(db, scope)) };
}

/** The texts that a location has changed. */
async function replyTextsOf(db: Db, { dealer_id, location_id }: LocationKey): Promise<StoredReplyText[]> {
  return db
    .selectFrom("review_reply_texts")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .select(["stars", "words", sql<Language>`language`.as("language")])
    .execute();
}

async function saveReplyText(db: Db, key: LocationKey, text: StoredReplyText): Promise<void> {
  const { dealer_id, location_id } = key;
  await db
    .insertInto("review_reply_texts")
    .values({ dealer_id, location_id, ...text })
    .onConflict((conflict) =>
      conflict.columns(["dealer_id", "location_id", "stars", "language"]).doUpdateSet({ words: text.words }),
    )
    .execute();
}

async function deleteReplyText(
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
