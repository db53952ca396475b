import { orNotFound } from "#core/failure.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { companyValues } from "#domains/campaigns/audience/server/public.ts";
import { reviewView } from "../../reviews/server/public.ts";
import type { replyTexts } from "../contract.ts";
import { allReplyTexts, replyTextFor } from "../rules.ts";
import { deleteReplyText, replyTextsOf, saveReplyText } from "./store.ts";

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
