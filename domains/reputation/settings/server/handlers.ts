import { Failure } from "#core/failure.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { signedLink } from "#core/server/signedLink.ts";
import type { ReviewSettings, reviewSettings } from "../contract.ts";
import { languageNames } from "../fields.ts";
import type { InviteWords } from "../rules.ts";
import { inviteGoalAt, saveSettings, saveTexts, settingsOf, textsOf } from "./store.ts";

export const reviewSettingsHandlers: Handlers<typeof reviewSettings> = {
  get: (context) => shown(context),

  async saveGoal(context, { body }) {
    await saveSettings(context.db, context.scope, body);
    await accountFor(context, "changed the review goal", body);
    return shown(context);
  },

  async saveTiming(context, { body }) {
    await saveSettings(context.db, context.scope, body);
    await accountFor(context, "changed when review invites go", body);
    return shown(context);
  },

  async saveLowRating(context, { body }) {
    await saveSettings(context.db, context.scope, body);
    await accountFor(context, "changed which reviews need attention", body);
    return shown(context);
  },

  async saveImage(context, { body }) {
    await saveSettings(context.db, context.scope, body);
    await accountFor(context, "changed the picture of review invites", body);
    return shown(context);
  },

  async saveText(context, { params: { language }, body }) {
    const { db, scope } = context;
    const others = (await textsOf(db, scope)).filter((text) => text.language !== language);
    const isFallback = body.is_fallback === 1 || !others.some(({ is_fallback }) => is_fallback === 1);
    const kept: InviteWords[] = isFallback ? others.map((text) => ({ ...text, is_fallback: 0 })) : others;
    await saveTexts(db, scope, [...kept, { language, words: body.words, is_fallback: isFallback ? 1 : 0 }]);
    await accountFor(context, "changed the text of review invites", { language });
    return shown(context);
  },

  async removeText(context, { params: { language } }) {
    const { db, scope } = context;
    const texts = await textsOf(db, scope);
    const text = texts.find((one) => one.language === language);
    if (!text) return shown(context);
    if (text.is_fallback === 1)
      throw new Failure(
        "conflict",
        `${languageNames[language]} is the fallback. Make another language the fallback first.`,
      );
    await saveTexts(
      db,
      scope,
      texts.filter((one) => one !== text),
    );
    await accountFor(context, "removed the text of review invites", { language });
    return shown(context);
  },
};

async function accountFor({ audit, scope }: StaffContext, action: string, detail: Record<string, string | number>) {
  await audit({ action, subject: "location", subject_id: scope.location_id, detail });
}

async function shown({ db, scope, now, secret, publicUrl }: StaffContext): Promise<ReviewSettings> {
  const settings = await settingsOf(db, scope);
  const goal = await inviteGoalAt(db, scope, settings.monthly_goal, now());
  const texts = [...(await textsOf(db, scope))];
  // Of no invite, so that it counts nothing.
  const token = signedLink(secret, "r", scope.dealer_id, 0, scope.location_id);
  const addresses = { page_url: `${publicUrl}/r/${token}`, poster_url: `${publicUrl}/r/poster/${token}` };
  return { ...settings, ...goal, texts, ...addresses };
}
