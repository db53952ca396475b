import type { Server } from "#core/server/serve.ts";
import { signedLink } from "#core/server/signedLink.ts";
import { fillVariables, hasVariables, type VariableValues } from "#core/variables.ts";
import { unsubscribeUrl } from "#domains/marketing/consent/server/public.ts";
import { fillHtml, fillLink } from "#domains/templates/email/server/public.ts";
import type { RecipientKey } from "../../rules.ts";

/* One email, written once for a campaign and filled in for each person. */

/** Where an email leads, for one person. */
export interface MailAddresses {
  readonly unsubscribe: string;
  readonly view: string;
  /** The picture that is loaded when somebody opens the mail. */
  readonly open: string;
  /** A link that people don't see, and scanners follow. */
  readonly scanner: string;
  /** The nth link, from 1. */
  link(n: number): string;
}

/** A person's mail. */
export interface FilledMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

type FillIn = (values: VariableValues, addresses: MailAddresses) => string;

/** An email that only lacks the person. */
export type MailPattern = (values: VariableValues, addresses: MailAddresses) => FilledMail;

const slot = /%%(link:\d{1,4}|unsubscribe|view|open|scanner)%%/g;

/** Takes an email apart once, so that filling it in for one of thousands is no more than joining texts. */
export function mailPattern(mail: FilledMail): MailPattern {
  const html = patternOf(mail.html, fillHtml);
  const text = patternOf(mail.text, fillVariables);
  return (values, addresses) => ({
    subject: fillVariables(mail.subject, values),
    html: html(values, addresses),
    text: text(values, addresses),
  });
}

function patternOf(template: string, fill: (literal: string, values: VariableValues) => string): FillIn {
  const fillIn = (literal: string) =>
    hasVariables(literal) ? (values: VariableValues) => fill(literal, values) : literal;
  const parts: (FillIn | string)[] = [];
  let from = 0;
  for (const match of template.matchAll(slot)) {
    parts.push(fillIn(template.slice(from, match.index)), fillSlot(match[1] ?? ""));
    from = match.index + match[0].length;
  }
  parts.push(fillIn(template.slice(from)));
  return (values, addresses) =>
    parts.map((part) => (typeof part === "string" ? part : part(values, addresses))).join("");
}

function fillSlot(name: string): FillIn {
  if (name.startsWith("link:")) {
    const n = Number(name.slice(5));
    return (_values, addresses) => addresses.link(n);
  }
  const key = name as Exclude<keyof MailAddresses, "link">;
  return (_values, addresses) => addresses[key];
}

/** Where a link leads for a person; undefined for what a browser must not be sent to. */
export function linkTarget(url: string, values: VariableValues): string | undefined {
  const filled = fillLink(url, values);
  return /^https?:\/\/[^\s/?#@:]+(?::\d+)?(?:[/?#][^\s]*)?$/i.test(filled) ? filled : undefined;
}

/** Where one person's email of a campaign leads. */
export function mailLinks(
  { publicUrl, secret }: Pick<Server, "publicUrl" | "secret">,
  { dealer_id, campaign_id, n }: Omit<RecipientKey, "attempt">,
  address_id: number,
): MailAddresses {
  const own = [dealer_id, campaign_id, n] as const;
  const link = (place: number) => `${publicUrl}/l/${signedLink(secret, "l", ...own, place)}`;
  return {
    unsubscribe: unsubscribeUrl(publicUrl, secret, { dealer_id, address_id, campaign_id }),
    view: `${publicUrl}/v/${signedLink(secret, "v", ...own)}`,
    open: `${publicUrl}/o/${signedLink(secret, "o", ...own)}.gif`,
    scanner: link(0),
    link,
  };
}
