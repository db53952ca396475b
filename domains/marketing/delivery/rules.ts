import type { MailSuppressionReason } from "../consent/rules.ts";
import type { DomainRecord } from "./contract.ts";

/* What a domain's records say about the email that comes from it (RFC 7208, RFC 6376, RFC 7489). */

/** What was found, in words. */
const texts = {
  noAnswer: "Couldn't be checked right now. Your campaign isn't affected. Try again later.",
  spf: {
    ok: "Mailbox providers can see that your mail server may send for this domain.",
    missing: "No record names the servers that may send for this domain. Add one.",
    several: (count: number) =>
      `There are ${count} SPF records, so mailbox providers ignore all of them. Replace them with one.`,
    anybody: "This record lets anyone send as your domain. Replace it.",
    tooMany: (count: number) =>
      `This record needs ${count} lookups. Mailbox providers stop at 10. Remove services you no longer use.`,
    lacksServer: "Your mail server isn't in this record. Add it.",
  },
  dkim: {
    ok: "A signing key is published for this domain.",
    weak: "The signing key is too short. Ask your email provider for a 2,048-bit key.",
    hidden: "No key under the usual names. Your email provider shows the exact record and whether it works.",
  },
  dmarc: {
    missing: "No policy yet. Gmail and Yahoo require one from bulk senders. Add one.",
    several: (count: number) => `There are ${count} DMARC records, so mailbox providers ignore all of them. Keep one.`,
    noPolicy: "This record has no valid policy. Replace it.",
    policies: {
      none: "Policy found. It monitors forged email and doesn't block it.",
      quarantine: "Policy found. Forged email goes to spam.",
      reject: "Policy found. Forged email is rejected.",
    },
  },
} as const;

/** The text records that were found; undefined: no answer. */
export type FoundTexts = readonly string[] | undefined;

/** An SPF record with everything that it refers to. */
export interface SpfFacts {
  readonly domain: string;
  /** Undefined: no answer. */
  readonly texts: FoundTexts;
  /** The domains that it includes, directly or not. */
  readonly includes: readonly string[];
  /** How many more names a receiver asks for. */
  readonly lookups: number;
  /** Whether some of them gave no answer. */
  readonly isPartial: boolean;
  /** What the mail provider asks its customers to include; empty where that isn't known. */
  readonly wanted: string;
}

/** Receivers give up after so many (RFC 7208, 4.6.4). */
export const maxSpfLookups = 10;

export const spfRecords = (found: readonly string[]) => found.filter((text) => /^v=spf1(\s|$)/i.test(text));

/** The names that an SPF record sends receivers to, and how many more look-ups it costs. */
export function spfTerms(record: string): { includes: string[]; lookups: number } {
  const terms = record.toLowerCase().split(/\s+/).slice(1, 200);
  const includes = terms.flatMap(
    (term) => /^[+?~-]?include:([\w.-]{1,253})$|^redirect=([\w.-]{1,253})$/.exec(term)?.slice(1) ?? [],
  );
  const lookups = terms.filter((term) =>
    /^[+?~-]?(include:|a$|a[:/]|mx$|mx[:/]|ptr|exists:)|^redirect=/.test(term),
  ).length;
  return { includes: includes.filter((name) => name !== undefined), lookups };
}

export function evaluateSpf({ domain, texts: found, includes, lookups, isPartial, wanted }: SpfFacts): DomainRecord {
  const publish = (value: string) => ({ type: "TXT" as const, name: domain, value });
  if (!found) return record("spf", "unknown", texts.noAnswer, null);
  const records = spfRecords(found);
  const [own] = records;
  if (own === undefined)
    return record("spf", "missing", texts.spf.missing, wanted === "" ? null : publish(`v=spf1 ${wanted} ~all`));
  if (records.length > 1) return record("spf", "warning", texts.spf.several(records.length), publish(merged(records)));
  if (/(^|\s)\+?all(\s|$)/i.test(own))
    return record("spf", "warning", texts.spf.anybody, publish(own.replace(/(^|\s)\+?all(?=\s|$)/i, "$1~all")));
  if (lookups > maxSpfLookups) return record("spf", "warning", texts.spf.tooMany(lookups), null);
  const isNamed =
    wanted === "" ||
    includes.includes(wanted.replace(/^include:/, "")) ||
    own.toLowerCase().split(/\s+/).includes(wanted);
  if (isNamed) return record("spf", "ok", texts.spf.ok, null);
  return isPartial
    ? record("spf", "unknown", texts.noAnswer, null)
    : record("spf", "warning", texts.spf.lacksServer, publish(withTerm(own, wanted)));
}

/** One record with the terms of all, each once; what applies to everybody else comes last. */
function merged(records: readonly string[]): string {
  const terms = new Set(
    records.flatMap((text) => text.trim().split(/\s+/).slice(1)).filter((term) => !/^[+?~-]?all$/i.test(term)),
  );
  return ["v=spf1", ...terms, "~all"].join(" ").slice(0, 1_000);
}

function withTerm(own: string, term: string): string {
  const terms = own.trim().split(/\s+/);
  return [terms[0], term, ...terms.slice(1)].join(" ");
}

/** @param keys of the names under which keys usually are: what is published at each. */
export function evaluateDkim(keys: readonly FoundTexts[]): DomainRecord {
  const published = keys.flatMap((found) => found ?? []).flatMap(publicKey);
  if (published.some((key) => key === "ed25519" || key.length >= weakKeyLength))
    return record("dkim", "ok", texts.dkim.ok, null);
  if (published.length > 0) return record("dkim", "warning", texts.dkim.weak, null);
  return record(
    "dkim",
    "unknown",
    keys.every((found) => found === undefined) ? texts.noAnswer : texts.dkim.hidden,
    null,
  );
}

/** A key of 1,024 bits has 216 characters; mailbox providers ignore shorter ones. */
const weakKeyLength = 210;

/** The key of a record; without `p=`, or with an empty one, there is none or it was taken back. */
function publicKey(text: string): string[] {
  const tags = tagsOf(text);
  const key = (tags.get("p") ?? "").replace(/\s+/g, "");
  if (key === "" || (tags.has("v") && tags.get("v") !== "DKIM1")) return [];
  return [tags.get("k") === "ed25519" ? "ed25519" : key];
}

/** @param found at the domain itself, or at the nearest one above it that has any. */
export function evaluateDmarc(domain: string, found: FoundTexts): DomainRecord {
  const publish = { type: "TXT" as const, name: `_dmarc.${domain}`, value: "v=DMARC1; p=none" };
  if (!found) return record("dmarc", "unknown", texts.noAnswer, null);
  const records = dmarcRecords(found);
  const [own] = records;
  if (own === undefined) return record("dmarc", "missing", texts.dmarc.missing, publish);
  if (records.length > 1) return record("dmarc", "warning", texts.dmarc.several(records.length), null);
  const policy = (tagsOf(own).get("p") ?? "").toLowerCase();
  if (!["none", "quarantine", "reject"].includes(policy))
    return record("dmarc", "warning", texts.dmarc.noPolicy, publish);
  return record("dmarc", "ok", texts.dmarc.policies[policy as keyof typeof texts.dmarc.policies], null);
}

export const dmarcRecords = (found: readonly string[]) => found.filter((text) => /^v=DMARC1\s*(;|$)/i.test(text));

/** The domains whose policy counts, nearest first: a domain without one follows those above it. */
export function dmarcDomains(domain: string): string[] {
  const labels = domain.split(".");
  return labels
    .slice(0, -1)
    .map((_, above) => labels.slice(above).join("."))
    .slice(0, 5);
}

function tagsOf(text: string): Map<string, string> {
  const tags = text
    .split(";")
    .slice(0, 50)
    .map((tag) => tag.split("="));
  return new Map(tags.map(([name = "", ...value]) => [name.trim().toLowerCase(), value.join("=").trim()]));
}

function record(
  kind: DomainRecord["kind"],
  state: DomainRecord["state"],
  text: string,
  publish: DomainRecord["publish"],
): DomainRecord {
  return { kind, state, text, publish };
}

/** Names under which mail providers publish keys. Others are chosen at random and can't be found. */
export const usualSelectors = [
  "default",
  "dkim",
  "mail",
  "email",
  "smtp",
  "google",
  "selector1",
  "selector2",
  "s1",
  "s2",
  "k1",
  "k2",
  "k3",
  "mandrill",
  "pm",
  "mg",
  "mailo",
  "zoho",
  "fm1",
  "fm2",
  "key1",
  "key2",
] as const;

const providers: readonly [server: RegExp, term: string][] = [
  [/(^|\.)amazonaws\.com$/, "include:amazonses.com"],
  [/(^|\.)sendgrid\.net$/, "include:sendgrid.net"],
  [/(^|\.)mailgun\.org$/, "include:mailgun.org"],
  [/(^|\.)postmarkapp\.com$/, "include:spf.mtasv.net"],
  [/(^|\.)(google|gmail)\.com$/, "include:_spf.google.com"],
  [/(^|\.)(office365|outlook)\.com$/, "include:spf.protection.outlook.com"],
  [/(^|\.)mandrillapp\.com$/, "include:spf.mandrillapp.com"],
  [/(^|\.)(sendinblue|brevo)\.com$/, "include:spf.brevo.com"],
];

/** What a mail server's operator asks its customers to name; empty where that isn't known. */
export function termOfServer(host: string): string {
  const known = providers.find(([server]) => server.test(host.toLowerCase()));
  return known ? known[1] : "";
}

/** Days for which reports about emails are kept as they came. */
export const reportDays = 30;
/** Characters of one report that are kept. What matters stands at its beginning. */
export const longestReport = 65_536;
/** Reports that are kept of one address: whoever has an email of ours could send any number about it. */
export const reportsOfAddress = 5;
/** Reports that are kept of one business. */
export const reportsOfBusiness = 5_000;

/** As much of a report as is kept; Postgres stores no text with a zero in it. */
export function keptReport(raw: string): { readonly raw: string; readonly is_cut: boolean } {
  // Half of a pair of surrogates is no character.
  const text = raw.replaceAll("\0", "�").toWellFormed();
  return { raw: text.slice(0, longestReport).toWellFormed(), is_cut: text.length > longestReport };
}

// Control characters, and those that turn or hide what stands around them.
const unseen = /[\p{Cc}\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;

/** A report for people to read: anybody may have written it, so nothing in it hides or turns around. */
export function shownReport(raw: string): string {
  return raw
    .replaceAll("\r\n", "\n")
    .replaceAll("\r", "\n")
    .replace(unseen, (sign) =>
      sign === "\n" || sign === "\t"
        ? sign
        : `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`,
    );
}

/** What an email event was, as far as the next decision needs it. */
export interface PastMailEvent {
  readonly kind: "delivered" | "deferred" | "bounced" | "complained" | "unsubscribed" | "auto_replied";
  readonly bounce: "hard" | "soft" | "policy" | null;
  readonly at: Date;
}

const dayMs = 86_400_000;
const softBounceLimit = 3;
export const softBounceDays = 30;

/**
 * What an event takes away, with those before it, newest first, itself included. A full mailbox is forgiven: three soft
 * bounces within 30 days, without a delivery in between, are not. A refusal by policy says nothing about the person.
 */
export function suppressionAfter(
  event: Pick<PastMailEvent, "kind" | "bounce">,
  newestFirst: readonly PastMailEvent[],
  now: Date,
): MailSuppressionReason | undefined {
  if (event.kind === "unsubscribed" || event.kind === "complained") return event.kind;
  if (event.kind !== "bounced") return undefined;
  if (event.bounce === "hard") return "bounced";
  if (event.bounce !== "soft") return undefined;
  const since = now.getTime() - softBounceDays * dayMs;
  const delivery = newestFirst.findIndex(({ kind }) => kind === "delivered");
  const sinceDelivery = delivery < 0 ? newestFirst : newestFirst.slice(0, delivery);
  const softBounces = sinceDelivery.filter(({ bounce, at }) => bounce === "soft" && at.getTime() >= since);
  return softBounces.length >= softBounceLimit ? "bounced" : undefined;
}
