import * as z from "zod/mini";
import { facts } from "#core/fact.ts";
import { Id } from "#core/fields.ts";

export const locationFacts = facts({
  numberAssigned: {
    fact: "location.numberAssigned",
    about: "The location got a number.",
    data: z.object({ dealer_id: z.number(), location_id: Id }),
  },
  numberRegistrationChanged: {
    fact: "location.numberRegistrationChanged",
    about: "A number of the location was registered with carriers, or no longer is.",
    data: z.object({ dealer_id: z.number(), location_id: Id }),
  },
});
