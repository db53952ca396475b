import type { Handlers, StaffContext } from "#core/server/serve.ts";
import type { VoiceSettings, voice } from "../contract.ts";
import { defaultMissedCallText } from "../rules.ts";
import { saveVoiceSettings, voiceSettingsOf } from "./settingsStore.ts";

export const voiceHandlers: Handlers<typeof voice> = {
  settings: (context) => settingsOf(context),

  async changeSettings(context, { body }) {
    const { db, scope, audit } = context;
    const { business_name } = await voiceSettingsOf(db, scope);
    // Stored as empty, so that the default text follows the business's name.
    const isDefault = body.missed_call_words === defaultMissedCallText(business_name);
    await saveVoiceSettings(db, scope, { ...body, missed_call_words: isDefault ? "" : body.missed_call_words });
    const { recording_consent, missed_call_text } = body;
    const detail = { recording_consent, missed_call_text };
    await audit({ action: "changed how calls are taken", subject: "location", subject_id: scope.location_id, detail });
    return settingsOf(context);
  },
};

async function settingsOf({ db, scope }: StaffContext): Promise<VoiceSettings> {
  const { recording_consent, missed_call_text, missed_call_words, business_name } = await voiceSettingsOf(db, scope);
  return {
    recording_consent: recording_consent === 1 ? 1 : 0,
    missed_call_text: missed_call_text === 1 ? 1 : 0,
    missed_call_words: missed_call_words || defaultMissedCallText(business_name),
  };
}
