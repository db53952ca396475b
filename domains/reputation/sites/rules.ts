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
  const host = address.exec(link)?.[1]?.toLowerCase();
  if (host === undefined) return "Enter an address that starts with https://";
  return kind === "other" || hosts[kind].test(host) ? undefined : `Enter an address at ${siteNames[kind]}`;
}

/** A site as the page for reviews offers it. */
export interface OfferedSite {
  readonly id: number;
  readonly kind: SiteKind;
  readonly title: string;
  readonly write_url: string;
}

interface StoredSite extends OfferedSite {
  readonly place: number;
  readonly is_shown: 0 | 1;
}

/** What a location's page offers: it depends on the location's own sites and their order, and on nothing else. */
export function offeredSites(sites: readonly StoredSite[]): OfferedSite[] {
  const shown = sites.filter(({ is_shown }) => is_shown === 1);
  return shown
    .toSorted((a, b) => a.place - b.place || a.id - b.id)
    .map(({ id, kind, title, write_url }) => ({ id, kind, title, write_url }));
}

/** What people call a site. */
export const siteTitle = ({ kind, title }: Pick<OfferedSite, "kind" | "title">) =>
  kind === "other" ? title : siteNames[kind];
