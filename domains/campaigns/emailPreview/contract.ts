import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, Instant } from "#core/fields.ts";
import { managers } from "#core/people.ts";
import { htmlField, preflightKinds, subjectField } from "#domains/campaigns/email/fields.ts";
import { audienceFields } from "#domains/campaigns/text/fields.ts";
import { dailyRoomFields } from "#domains/quotas/fields.ts";

/** So many people are named for each reason. */
export const maxPeopleShown = 50;

/** What an email campaign would come to if it were sent like this. */
export const EmailAudience = z.object({
  /** Everyone in the selected lists. */
  audience: z.number(),
  /** People who get the email. */
  mailed: z.number(),
  /** People of those who wait for their zone's time. */
  waiting: z.number(),
  starts_at: Instant,
  /** When the last of them is due. */
  last_due_at: z.nullable(Instant),
  ...dailyRoomFields,
  /** Everyone else, by the one reason why; the first of them by name. */
  reasons: z.array(
    z.object({
      reason: z.string(),
      text: z.string(),
      count: z.number(),
      people: z.array(z.object({ customer_id: Id, first_name: z.string(), last_name: z.string(), email: z.string() })),
    }),
  ),
});

/** What to look at before an email leaves. */
export const Preflight = z.object({
  findings: z.array(
    z.object({
      kind: z.enum(preflightKinds),
      /** An `error` refuses the email; a `warning` doesn't. */
      level: z.enum(["error", "warning", "ok"]),
      text: z.string(),
    }),
  ),
  /** Of the whole email with its footer. */
  bytes: z.number(),
  /** The email as it arrives, with the caller's name where a customer's stands. Show it in a sandboxed frame only. */
  html: z.string(),
  text: z.string(),
  subject: z.string(),
  /** The addresses that it leads to, in the order of the email. */
  links: z.array(z.string()),
  /** The location's complaints of the last 30 days, and what they are of the emails, in percent. */
  complaints: z.object({ handed: z.number(), complained: z.number(), percent: z.number(), limit_percent: z.number() }),
});
export type Preflight = z.infer<typeof Preflight>;

export const emailPreview = calls("emailPreview", {
  audience: {
    method: "POST",
    path: "/campaigns/email/preview-audience",
    allow: managers,
    supportAccess: "reads",
    about: "Who would get an email campaign, and who wouldn't and why.",
    body: z.object(audienceFields),
    data: EmailAudience,
    rate: { points: 60, seconds: 600, by: "person" },
    ownTransactions: true,
  },
  preflight: {
    method: "POST",
    path: "/campaigns/email/preflight",
    allow: managers,
    supportAccess: "reads",
    about:
      "An email as it would arrive, and what to mend before it leaves: its size, its pictures, its links, its complaints.",
    body: z.object({
      email_subject: z._default(subjectField, ""),
      email_preheader: z._default(subjectField, ""),
      campaign_template: htmlField,
    }),
    data: Preflight,
    rate: { points: 120, seconds: 600, by: "person" },
    ownTransactions: true,
  },
});
