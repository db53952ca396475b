import { orNotFound } from "#core/failure.ts";
import type { Handlers } from "#core/server/serve.ts";
import { clientById } from "#domains/admin/clients/server/public.ts";
import { allowedCountries, saveAllowedCountries } from "#domains/locations/countries/server/public.ts";
import type { countries } from "../contract.ts";

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
