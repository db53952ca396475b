import { hasCredentials, noCredentialsText } from "#core/webAddress.ts";

/** The kinds of review sites, in the order in which people add them. */
export const siteKinds = ["google", "facebook", "cars", "dealerrater", "yelp", "twitter", "linkedin", "other"] as const;
export type SiteKind = (typeof siteKinds)[number];

export const siteNames: Record<SiteKind, string> = {
  google: "Google",
  facebook: "Facebook",
  cars: "Cars.com",
  dealerrater: "DealerRater",
  yelp: "Yelp",
  twitter: "Twitter",
  linkedin: "LinkedIn",
  other: "Your own",
};

/** The hosts of each kind's links; a link of one's own may lead anywhere. */
const hosts: Record<Exclude<SiteKind, "other">, RegExp> = {
  google: /(^|\.)(google\.com|g\.page|goo\.gl)$/,
  facebook: /(^|\.)(facebook\.com|fb\.com|fb\.me)$/,
  cars: /(^|\.)cars\.com$/,
  dealerrater: /(^|\.)dealerrater\.com$/,
  yelp: /(^|\.)(yelp\.com|yelp\.to)$/,
  twitter: /(^|\.)(twitter\.com|x\.com)$/,
  linkedin: /(^|\.)linkedin\.com$/,
};

/** The host of an address on the web, without a name or a password before it. */
const address = /^https:\/\/((?:[\w-]+\.)+[\w-]+)(?::\d{1,5})?(?:[/?#]\S*)?$/i;

/** What is wrong with a link to a site of this kind; undefined for a good one. */
export function linkProblem(kind: SiteKind, link: string): string | undefined {
  if (hasCredentials(link)) return noCredentialsText;
  const host = address.exec(link)?.[1]?.toLowerCase();
  if (host === undefined) return "Enter an address that starts with https://";
  return kind === "other" || hosts[kind].test(host) ? undefined : `Enter an address at ${siteNames[kind]}`;
}

/**
 * A connection's state. `choosing`: its business isn't chosen yet; `first`: the first import runs; `needs_access`: it
 * must be connected again.
 */
export const connectionStates = ["choosing", "first", "ok", "failing", "needs_access"] as const;
export type ConnectionState = (typeof connectionStates)[number];
