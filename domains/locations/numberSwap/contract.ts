import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { managers } from "#core/people.ts";

export const numberSwap = calls("numberSwap", {
  script: {
    method: "GET",
    path: "/call-settings/swap",
    allow: managers,
    supportAccess: "reads",
    about:
      "The script for the business's website that shows each visitor the tracking number of the source they came from.",
    data: z.object({
      /** Where the script is. */
      url: z.string(),
      /** Says for which location it asks. */
      token: z.string(),
      /** The location's main number, E.164; empty without one. */
      number: z.string(),
      /** The sources that have a number to show. */
      sources: z.array(z.string()),
    }),
  },
});
