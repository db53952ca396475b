import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { email } from "#core/fields.ts";
import { owner } from "#core/people.ts";

export const mailBounces = calls("mailBounces", {
  undo: {
    method: "POST",
    path: "/marketing/bounces/undo",
    allow: owner,
    audit: "own rows",
    about:
      "Lets an address that bounced get marketing email again. An unsubscribed address, or one that complained, stays as it is.",
    body: z.object({ email: email("Enter an email address") }),
    successMessage: "Bounce undone. This address can get email again.",
  },
});
