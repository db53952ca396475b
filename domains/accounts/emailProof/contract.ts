import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { required } from "#core/fields.ts";
import { owner } from "#core/people.ts";

/** The one message for every invalid link. */
export const proofEndedText = "This link no longer works. Sign in and select Resend email to get a new one.";

export const emailProof = calls("emailProof", {
  confirm: {
    method: "POST",
    path: "/verify-email",
    allow: "anyone",
    audit: "trail",
    about:
      "Proves a business's e-mail with the link that was mailed to it; signed in or out, and again with the same link. Of " +
      "a link that is unknown or too old, the same is said.",
    body: z.object({ token: required(proofEndedText, 100) }),
    data: z.object({ email: z.string(), business_name: z.string() }),
    successMessage: "Email confirmed",
    rate: { points: 60, seconds: 900, by: "address" },
    ownTransactions: true,
  },
  resend: {
    method: "POST",
    path: "/verify-email/resend",
    allow: owner,
    audit: "none: it mails a link to the address that registered",
    about: "Mails another link to the business's e-mail; the former ones keep working. At most one a minute.",
    data: z.object({
      /** True when nothing had to be sent. */
      is_proved: z.boolean(),
      /** Seconds until another one may be requested. */
      resend_after: z.number(),
    }),
    rate: { points: 10, seconds: 86_400, by: "person" },
    withoutLocation: true,
    ownTransactions: true,
  },
});
