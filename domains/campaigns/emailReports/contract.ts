import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, Instant, wholeNumber } from "#core/fields.ts";
import { owner } from "#core/people.ts";

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
      "What mail servers told about one person's email, newest first; bounces and spam reports as they came, for 30 days.",
    params: z.object({ id: Id }),
    body: z.object({ recipient: wholeNumber(1, 10_000_000, "Select a recipient") }),
    data: z.object({ reports: z.array(EmailReport) }),
  },
});
