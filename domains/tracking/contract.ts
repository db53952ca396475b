import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { CsvFile, Id, Instant, optionalText } from "#core/fields.ts";
import { managers, staff } from "#core/people.ts";
import { periods } from "#core/periods.ts";
import { messageStates } from "#domains/inbox/conversation/contract.ts";

/** What a text was: a customer's, one that someone wrote, an automatic one, a campaign's, or a review invite. */
export const textTypes = ["received", "sent", "automatic", "campaign", "invite"] as const;
export type TextType = (typeof textTypes)[number];

export const shownTexts = ["all", ...textTypes] as const;
export type ShownTexts = (typeof shownTexts)[number];

/** A row of the log of texts. */
export const LoggedText = z.object({
  id: Id,
  sent_at: Instant,
  /** E.164; empty where no one knows it. */
  from_number: z.string(),
  to_number: z.string(),
  customer_name: z.string(),
  /** Null for a campaign's text to someone without a conversation. */
  chat_id: z.nullable(Id),
  type: z.enum(textTypes),
  /** Who wrote it, or the campaign's name; empty for the others. */
  by: z.string(),
  state: z.enum(messageStates),
  /** Why it failed; empty otherwise. */
  error: z.string(),
  /** Where the customer found the number that they texted; empty when it is the main one. */
  source: z.string(),
  /** How many messages the carrier counts it as. */
  segments: z.number(),
});
export type LoggedText = z.infer<typeof LoggedText>;

const filter = {
  period: z._default(z.enum(periods, { error: "Select one of the periods" }), "month"),
  show: z._default(z.enum(shownTexts, { error: "Select which texts to show" }), "all"),
  /** Empty: texts of all sources. */
  source: z._default(optionalText(40), ""),
};

export const tracking = calls("tracking", {
  texts: {
    method: "POST",
    path: "/sms-tracking/dt",
    allow: staff,
    supportAccess: "reads",
    about:
      "The acting location's texts in both directions, newest first: conversations, automatic texts, campaigns and review invites; with a source only those that came to its numbers. The search finds customers by name, or by at least three digits of their phone.",
    table: true,
    body: z.object(filter),
    data: LoggedText,
  },
  exportTexts: {
    method: "POST",
    path: "/sms-tracking/export",
    allow: managers,
    audit: "trail",
    about: "The texts of a period, or those a search finds, as a CSV file, newest first, 10,000 at most.",
    body: z.object({ ...filter, search: z._default(optionalText(200), "") }),
    data: CsvFile,
    rate: { points: 20, seconds: 600, by: "person" },
  },
});
