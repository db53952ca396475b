import { orNotFound } from "#core/failure.ts";
import type { Handlers } from "#core/server/serve.ts";
import { saveVoiceSettings, voiceSettingsOfDealer } from "#domains/inbox/voice/server/public.ts";
import type { clientCalls } from "../contract.ts";

export const clientCallsHandlers: Handlers<typeof clientCalls> = {
  settings: ({ db }, { params: { id } }) => voiceSettingsOfDealer(db, id),

  async change({ db, audit }, { params: { id: dealer_id, location_id }, body }) {
    const all = await voiceSettingsOfDealer(db, dealer_id);
    orNotFound(all.find((one) => one.location_id === location_id));
    await saveVoiceSettings(db, { dealer_id, location_id }, body);
    const entry = { action: "changed how calls are taken", subject: "location", subject_id: location_id, detail: body };
    await audit({ ...entry, dealer_id });
    return null;
  },
};
