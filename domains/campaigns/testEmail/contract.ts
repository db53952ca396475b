import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { email } from "#core/fields.ts";
import { managers } from "#core/people.ts";
import { htmlField, subjectField } from "#domains/campaigns/email/fields.ts";

/** Test emails of a person within a minute, and within a day. */
export const testEmailLimits = { minute: 5, day: 30 } as const;

export const testEmails = calls("testEmails", {
  send: {
    method: "POST",
    path: "/sendTestEmail",
    allow: managers,
    audit: "trail",
    about: "Sends an email, with its footer and working links, to one address. It counts in no figure.",
    body: z.object({
      email: email("Enter an email address"),
      email_subject: z._default(subjectField, ""),
      email_preheader: z._default(subjectField, ""),
      campaign_template: htmlField,
    }),
    data: z.object({ to: z.string() }),
    successMessage: "Test email sent!",
    rate: { points: 60, seconds: 600, by: "person" },
    ownTransactions: true,
  },
});
