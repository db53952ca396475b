import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { optionalFlag, optionalId, optionalText } from "#core/fields.ts";
import { managers } from "#core/people.ts";
import { consentFilter } from "#domains/customers/consent/contract.ts";
import { listFilter } from "#domains/lists/contract.ts";

export const customerExport = calls("customerExport", {
  make: {
    method: "POST",
    path: "/customers/export",
    allow: managers,
    audit: "trail",
    about:
      "A link to the customers as a CSV file, valid for ten minutes while its maker is signed in: those the table shows for this list_id, tag_id, optin_status, consent and search.",
    body: z.object({
      list_id: listFilter,
      tag_id: optionalId,
      optin_status: optionalFlag,
      consent: consentFilter,
      search: z._default(optionalText(200), ""),
    }),
    data: z.object({ url: z.string(), file_name: z.string() }),
    rate: { points: 20, seconds: 600, by: "person" },
  },
});
