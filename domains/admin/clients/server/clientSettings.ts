import { orNotFound } from "#core/failure.ts";
import type { Handlers } from "#core/server/serve.ts";
import { saveVoiceSettings, voiceSettingsOfDealer } from "#domains/inbox/calls/server/public.ts";
import { allowedCountries, saveAllowedCountries } from "#domains/locations/countries/server/public.ts";
import type { clientCalls, countries } from "../contract.ts";
import { clientById } from "./store.ts";

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

export const countryHandlers: Handlers<typeof countries> = {
  async allowed({ db, now }, { params: { id } }) {
    orNotFound(await clientById(db, id, now()));
    return { countries: await allowedCountries(db, id) };
  },

  async allow({ db, now, audit }, { params: { id: dealer_id }, body }) {
    orNotFound(await clientById(db, dealer_id, now()));
    const before = await allowedCountries(db, dealer_id);
    await saveAllowedCountries(db, dealer_id, body.countries);
    const after = await allowedCountries(db, dealer_id);
    const entry = { action: "changed the countries that can be texted and called by", subject: "dealer" };
    const detail = { before: before.join(" "), after: after.join(" ") };
    await audit({ ...entry, subject_id: dealer_id, dealer_id, detail });
    return { countries: after };
  },
};
