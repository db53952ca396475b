import type { FactData } from "#core/fact.ts";
import type { Handlers, Server } from "#core/server/serve.ts";
import { answeringAt, answerPhone, mayAnswer } from "#domains/inbox/autoReplies/server/public.ts";
import { openChat } from "#domains/inbox/server/public.ts";
import type { leadFacts } from "#domains/leads/server/facts.ts";
import type { FirstAnswerSettings, firstAnswers } from "../contract.ts";
import { answerTo, filledAnswer, typedVehicle, usualAnswers } from "../rules.ts";
import { saveSettings, storedSettings, type UnansweredLead, unansweredLead } from "./store.ts";

/** When somebody asked: as the provider says, unless its clock is ahead. */
const askedAt = ({ received_at, requested_at }: UnansweredLead) =>
  requested_at !== null && requested_at < received_at ? requested_at : received_at;

/** Texts whoever a new lead is about, once, when its location wants that. It counts as nobody's answer. */
export async function answerLead(
  { within }: { readonly within: Pick<Server["within"], "business"> },
  { dealer_id, location_id, lead_id }: FactData<typeof leadFacts.received>,
): Promise<void> {
  const location = { dealer_id, location_id };
  await within.business({ dealer_id }, "a lead's automatic answer", async (unit) => {
    const settings = await storedSettings(unit.db, location);
    const lead = settings.is_on === 1 ? await unansweredLead(unit.db, location, lead_id) : undefined;
    if (!lead) return;
    const { phone, customer_id } = lead;
    const { opening, values } = await answeringAt(unit, location, lead.first_name);
    const words = answerTo(settings, lead, opening);
    if (words === undefined) return;
    const asking = { ...location, kind: "first_answer", phone, customer_id, asked_at: askedAt(lead) } as const;
    const once = { ...asking, reference: `first-answer-${lead_id}` };
    if (!(await mayAnswer(unit, once))) return;
    const chat = await openChat(unit, location, phone);
    const message = filledAnswer(words, { ...values, vehicle: typedVehicle(lead.vehicles) });
    const { chat_id, phone: other_phone } = chat;
    await answerPhone(unit, { ...once, customer_id: chat.customer_id, chat_id, other_phone, message });
  });
}

/** As people read it: with the usual words where the location has none of its own. */
const shown = (settings: FirstAnswerSettings): FirstAnswerSettings => ({
  ...settings,
  open_words: settings.open_words || usualAnswers.open_words,
  closed_words: settings.closed_words || usualAnswers.closed_words,
  holiday_words: settings.holiday_words || usualAnswers.holiday_words,
});

export const firstAnswerHandlers: Handlers<typeof firstAnswers> = {
  settings: async ({ db, scope }) => shown(await storedSettings(db, scope)),

  async changeSettings({ db, scope, audit }, { body }) {
    const own = (name: keyof typeof usualAnswers) => (body[name] === usualAnswers[name] ? "" : body[name]);
    const words = {
      open_words: own("open_words"),
      closed_words: own("closed_words"),
      holiday_words: own("holiday_words"),
    };
    const settings = { ...body, ...words, kinds: [...new Set(body.kinds)] };
    await saveSettings(db, scope, settings);
    const { is_on, listed_only, kinds, sources } = settings;
    const detail = { is_on, listed_only, kinds: kinds.join(", "), sources: sources.length };
    await audit({ action: "changed", subject: "first answer to leads", subject_id: scope.location_id, detail });
    return shown(settings);
  },
};
