import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { optionalId, optionalText, usPhone } from "#core/fields.ts";
import { managers, staff } from "#core/people.ts";
import { messageField } from "#domains/campaigns/text/fields.ts";

/** Test texts of a person within a minute, and within a day. */
export const testTextLimits = { minute: 5, day: 30 } as const;

export const testTexts = calls("testTexts", {
  send: {
    method: "POST",
    path: "/sendTestTextSMS",
    allow: managers,
    audit: "own rows",
    about: "Texts a message, with its footer and a template's picture, to one phone. It counts in no figure.",
    body: z.object({
      phone_no: usPhone("Enter a phone number"),
      message: messageField,
      /** Its picture goes along. */
      template_id: optionalId,
      /** The key of an uploaded picture; it goes before the template's. */
      picture: z.optional(optionalText(200)),
    }),
    data: z.object({ segments: z.number() }),
    successMessage: "Text message sent!",
    rate: { points: 60, seconds: 600, by: "person" },
    ownTransactions: true,
  },
  status: {
    method: "GET",
    path: "/test_sms",
    allow: staff,
    supportAccess: "reads",
    about: "Whether the location can send texts, without sending one.",
    data: z.object({
      is_ready: z.literal([0, 1]),
      number: z.nullable(z.string()),
      /** 0: its number is known not to send pictures. */
      sends_pictures: z.literal([0, 1]),
      /** 0: a campaign stands still because the number isn't registered with carriers (10DLC). */
      is_registered: z.literal([0, 1]),
    }),
  },
});
