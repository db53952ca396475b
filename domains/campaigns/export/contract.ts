import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id } from "#core/fields.ts";
import { managers } from "#core/people.ts";

export const campaignExport = calls("campaignExport", {
  make: {
    method: "GET",
    path: "/campaigns/text/{id}/recipients.csv",
    allow: managers,
    audit: "trail",
    about:
      "A link to everyone in a text campaign's audience as a CSV file, each with the result or the reason why they got nothing; valid for ten minutes while its maker is signed in.",
    params: z.object({ id: Id }),
    data: z.object({ url: z.string(), file_name: z.string() }),
    rate: { points: 20, seconds: 600, by: "person" },
  },
  makeEmail: {
    method: "GET",
    path: "/campaigns/email/{id}/recipients.csv",
    allow: managers,
    audit: "trail",
    about: "The same for an email campaign: who got it, opened it, followed its links or left.",
    params: z.object({ id: Id }),
    data: z.object({ url: z.string(), file_name: z.string() }),
    rate: { points: 20, seconds: 600, by: "person" },
  },
});
