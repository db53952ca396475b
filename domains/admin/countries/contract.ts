import * as z from "zod/mini";
import { otherCountries } from "#core/areaCodes.ts";
import { calls } from "#core/call.ts";
import { Id, listInput, sent } from "#core/fields.ts";
import { operator } from "#core/people.ts";

/** The countries whose phones a client may text and call besides the US and its territories. */
export const AllowedCountries = z.object({
  countries: sent(
    z.pipe(
      z.transform(listInput),
      z.array(z.enum(otherCountries, { error: "Select countries from the list" }), {
        error: "Select countries from the list",
      }),
    ),
  ),
});
export type AllowedCountries = z.infer<typeof AllowedCountries>;

const params = z.object({ id: Id });

export const countries = calls("countries", {
  allowed: {
    method: "GET",
    path: "/admin/clients/{id}/countries",
    allow: operator,
    about: "The countries whose phones a client may text and call besides the US and its territories.",
    params,
    data: AllowedCountries,
  },
  allow: {
    method: "POST",
    path: "/admin/clients/{id}/countries",
    allow: operator,
    audit: "trail",
    about: "Sets the countries whose phones a client may text and call besides the US and its territories.",
    params,
    body: AllowedCountries,
    data: AllowedCountries,
    successMessage: "Saved",
  },
});
