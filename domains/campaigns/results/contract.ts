import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, Instant, wholeNumber } from "#core/fields.ts";
import { managers, owner } from "#core/people.ts";

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

/** What was told about one person's email. */
const EmailReport = z.object({
  id: z.number(),
  at: Instant,
  kind: z.enum(["delivered", "deferred", "bounced", "complained", "unsubscribed", "auto_replied"]),
  /** Of a bounced one. */
  bounce: z.nullable(z.enum(["hard", "soft", "policy"])),
  /** What the mail server said. */
  words: z.string(),
  /** The report as it came, with invisible characters spelled out; null when none came, or after 30 days. */
  raw: z.nullable(z.string()),
  /** 1: only its beginning is kept. */
  is_cut: z.literal([0, 1]),
});
export type EmailReport = z.infer<typeof EmailReport>;

export const emailReports = calls("emailReports", {
  list: {
    method: "POST",
    path: "/campaigns/email/{id}/reports",
    allow: owner,
    supportAccess: "reads",
    about:
      "What mail servers reported about one person's email, newest first; bounces and spam reports as received, for 30 days.",
    params: z.object({ id: Id }),
    body: z.object({ recipient: wholeNumber(1, 10_000_000, "Select a recipient") }),
    data: z.object({ reports: z.array(EmailReport) }),
  },
});
