import * as z from "zod/mini";
import { facts } from "#core/fact.ts";
import { Id } from "#core/fields.ts";

export const customerFacts = facts({
  changed: {
    fact: "customer.changed",
    about: "A customer's own fields were edited by hand.",
    data: z.object({ dealer_id: Id, location_id: Id, customer_id: Id }),
  },
});
