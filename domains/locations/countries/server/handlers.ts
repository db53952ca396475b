import { Failure } from "#core/failure.ts";
import type { Handlers } from "#core/server/serve.ts";
import type { countries } from "../contract.ts";
import { allowedCountries, isClient, saveAllowedCountries } from "./store.ts";

export const countryHandlers: Handlers<typeof countries> = {
  async allowed({ db }, { params: { id } }) {
    if (!(await isClient(db, id))) throw new Failure("absent");
    return { countries: await allowedCountries(db, id) };
  },

  async allow({ db, audit }, { params: { id: dealer_id }, body }) {
    if (!(await isClient(db, dealer_id))) throw new Failure("absent");
    const before = await allowedCountries(db, dealer_id);
    await saveAllowedCountries(db, dealer_id, body.countries);
    const after = await allowedCountries(db, dealer_id);
    const entry = { action: "changed the countries that can be texted and called by", subject: "dealer" };
    await audit({
      ...entry,
      subject_id: dealer_id,
      dealer_id,
      detail: { before: before.join(" "), after: after.join(" ") },
    });
    return { countries: after };
  },
};
