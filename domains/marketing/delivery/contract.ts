import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { email, Instant } from "#core/fields.ts";
import { managers, owner } from "#core/people.ts";

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

/** What mailbox providers look up about a sender's domain. */
export const domainRecordKinds = ["spf", "dkim", "dmarc"] as const;
export type DomainRecordKind = (typeof domainRecordKinds)[number];

/** `unknown`: the domain name system gave no answer, or only the mail provider can tell. */
export const domainRecordStates = ["ok", "warning", "missing", "unknown"] as const;

export const DomainRecord = z.object({
  kind: z.enum(domainRecordKinds),
  state: z.enum(domainRecordStates),
  /** What was found, and what to do about it. */
  text: z.string(),
  /** What to publish instead; null where there is nothing to do, or only the mail provider knows. */
  publish: z.nullable(z.object({ type: z.literal("TXT"), name: z.string(), value: z.string() })),
});
export type DomainRecord = z.infer<typeof DomainRecord>;

export const DomainCheck = z.object({
  /** Where marketing emails come from; empty where none leave this server. */
  domain: z.string(),
  checked_at: Instant,
  records: z.array(DomainRecord),
});
export type DomainCheck = z.infer<typeof DomainCheck>;

export const domainChecks = calls("domainChecks", {
  check: {
    method: "GET",
    path: "/marketing/domain-check",
    allow: managers,
    supportAccess: "reads",
    about: "Whether the domain that marketing emails come from shows mailbox providers that they are genuine.",
    data: DomainCheck,
    rate: { points: 60, seconds: 600, by: "person" },
    ownTransactions: true,
  },
});
