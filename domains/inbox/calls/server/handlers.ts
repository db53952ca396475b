import { invalidField, orNotFound } from "#core/failure.ts";
import { toE164 } from "#core/phone.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import type { ChatOpened } from "#domains/inbox/server/openChat.ts";
import { assertReachable } from "#domains/locations/countries/server/public.ts";
import type { VoiceSettings, voice } from "../contract.ts";
import { defaultMissedCallText, memberPhoneProblem } from "../rules.ts";
import { placeCall } from "./placeCall.ts";
import { ownNumbers, ownPhoneOf, saveOwnPhone, saveVoiceSettings, voiceSettingsOf } from "./settingsStore.ts";

/** @param opened lets other domains add to the chat that a call opens. */
export const voiceHandlers = (opened: ChatOpened): Handlers<typeof voice> => ({
  async ownPhone({ db, scope, who }) {
    return orNotFound(await ownPhoneOf(db, { dealer_id: scope.dealer_id, user_id: who.user_id }));
  },

  async changeOwnPhone({ db, scope, who, audit }, { body }) {
    const key = { dealer_id: scope.dealer_id, user_id: who.user_id };
    const phone = toE164(body.phone) ?? "";
    const own = await ownNumbers(db, scope.dealer_id);
    const problem = phone === "" ? undefined : memberPhoneProblem({ member: phone, customer: "", own });
    if (problem) throw invalidField("phone", problem);
    await assertReachable(db, scope.dealer_id, "phone", phone);
    await saveOwnPhone(db, key, phone);
    const action = phone === "" ? "removed the phone for calls" : "changed the phone for calls";
    await audit({ action, subject: "user", subject_id: who.user_id });
    return orNotFound(await ownPhoneOf(db, key));
  },

  placeCall: (context, { body }) => placeCall(context, body, opened),

  settings: (context) => settingsOf(context),

  async changeSettings(context, { body }) {
    const { db, scope, audit } = context;
    const { business_name } = await voiceSettingsOf(db, scope);
    // Stored as empty, so that the default text follows the business's name.
    const isDefault = body.missed_call_words === defaultMissedCallText(business_name);
    await saveVoiceSettings(db, scope, { ...body, missed_call_words: isDefault ? "" : body.missed_call_words });
    const { recording_consent, send_email, missed_call_text } = body;
    const detail = { recording_consent, missed_call_text, ...(send_email !== undefined && { send_email }) };
    await audit({ action: "changed how calls are taken", subject: "location", subject_id: scope.location_id, detail });
    return settingsOf(context);
  },
});

async function settingsOf({ db, scope }: StaffContext): Promise<VoiceSettings> {
  const settings = await voiceSettingsOf(db, scope);
  const { recording_consent, send_email, missed_call_text, missed_call_words, business_name } = settings;
  return {
    recording_consent: recording_consent === 1 ? 1 : 0,
    send_email: send_email === 1 ? 1 : 0,
    missed_call_text: missed_call_text === 1 ? 1 : 0,
    missed_call_words: missed_call_words || defaultMissedCallText(business_name),
  };
}
