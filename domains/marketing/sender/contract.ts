import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, inOrder, name, optionalEmail, required, sent } from "#core/fields.ts";
import { owner } from "#core/people.ts";

/** How a location's marketing emails introduce themselves. */
export const MailSender = z.object({
  id: Id,
  title: z.string(),
  from_name: z.string(),
  /** Empty: customers can't answer. */
  reply_to: z.string(),
  /** Stands below every marketing email, because the law asks for it. Empty: none can be sent yet. */
  postal_address: z.string(),
  /** Where emails come from; empty where none can be sent. */
  from_address: z.string(),
  /** Whether anybody saved this; otherwise it follows from the location. */
  is_saved: z.literal([0, 1]),
});
export type MailSender = z.infer<typeof MailSender>;

const incomplete = "Enter the full address with its ZIP code";
const hasZip = (text: string) => /\b\d{5}(-\d{4})?\b/.test(text) && text.trim().length >= 12;

export const MailSenderDraft = z.object({
  from_name: name("Enter a sender name", 100),
  reply_to: sent(optionalEmail()),
  postal_address: required("Enter a mailing address", 300).check(inOrder([hasZip, incomplete])),
});
export type MailSenderDraft = z.infer<typeof MailSenderDraft>;

export const mailSender = calls("mailSender", {
  show: {
    method: "GET",
    path: "/locations/sender/{id}",
    allow: owner,
    supportAccess: "reads",
    about: "Who a location's marketing emails come from. Default: the location's business and address.",
    params: z.object({ id: Id }),
    data: MailSender,
  },
  change: {
    method: "POST",
    path: "/locations/sender/{id}",
    allow: owner,
    audit: "trail",
    about: "Sets the sender's name, the address that answers go to, and the postal address below each marketing email.",
    params: z.object({ id: Id }),
    body: MailSenderDraft,
    data: MailSender,
    successMessage: "Marketing email settings saved",
  },
});

/** Test emails of a person within a minute, and within a day. */
export const testEmailLimits = { minute: 5, day: 30 } as const;

export const testMails = calls("testMails", {
  send: {
    method: "POST",
    path: "/locations/sender/{id}/test",
    allow: owner,
    audit: "trail",
    about:
      "Sends the caller a marketing email as customers would get it, with its footer and a working unsubscribe link. It isn't counted in any figures.",
    params: z.object({ id: Id }),
    data: z.object({ to: z.string() }),
    rate: { points: 60, seconds: 600, by: "person" },
    ownTransactions: true,
  },
});
