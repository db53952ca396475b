import type { OutgoingMail } from "./email.ts";

/** A header's value on one line: what people type can't begin a header of its own. */
export function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

/** The name before the sender's address, without signs that reorder the text around them. */
export function senderName(name: string): string {
  return onOneLine(name.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")).slice(0, 100);
}

/** The part of an address after its `@`. */
export const domainOf = (address: string) => /@([\w.-]+)>?\s*$/.exec(address)?.[1] ?? "localhost";

/** The bare address of `Name <address>`. */
export const bareAddress = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();

export const messageIdOf = (reference: string, domain: string) => `<${safeReference(reference)}@${domain}>`;

const safeReference = (reference: string) => reference.replace(/[^\w.-]/g, "-");

/** Where bounces of a mail go: an address that says which mail it was, where a domain for that is set up. */
export function envelopeSender(mail: OutgoingMail, bounceDomain: string | undefined): string | undefined {
  if (mail.envelopeFrom) return mail.envelopeFrom;
  const isTracked = mail.stream === "marketing" || mail.tracksBounces;
  return isTracked && bounceDomain ? `b+${safeReference(mail.reference)}@${bounceDomain}` : undefined;
}

/** A mail's own headers, and those by which mail programs offer to unsubscribe. */
export function headersOf(mail: OutgoingMail, bounceDomain: string | undefined): Record<string, string> {
  const headers = { ...mail.headers };
  if (!mail.list) return headers;
  const byMail = bounceDomain
    ? `, <mailto:u+${safeReference(mail.reference)}@${bounceDomain}?subject=unsubscribe>`
    : "";
  // The web address comes first: some programs look at the first one only.
  headers["List-Unsubscribe"] = `<${mail.list.unsubscribeUrl}>${byMail}`;
  headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click";
  const { id } = mail.list;
  if (id) headers["List-Id"] = `<${id.replace(/[^\w.-]/g, "-")}.${new URL(mail.list.unsubscribeUrl).hostname}>`;
  return headers;
}

/** A reference of ours as it stands in a Message-ID or an envelope's address. */
const referencePattern =
  /(?<![\w.-])(?:[bu]\+)?([a-z]\.[0-9a-z]{1,11}(?:-[0-9a-z]{1,11}){1,4}\.[0-9a-f]{24})(?![\w-])/gi;

/** Everything in a text that looks like a reference of ours, each once, at most ten. Some servers change the case. */
export function referencesIn(text: string): string[] {
  const found = new Set<string>();
  for (const [, reference = ""] of text.matchAll(referencePattern)) {
    found.add(reference.toLowerCase());
    if (found.size === 10) break;
  }
  return [...found];
}
