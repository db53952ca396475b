import { type ConnectionState, type SiteKind, siteNames } from "./fields.ts";

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

/** Minutes between two looks at a site that answers. */
const everyMinutes = 10;
const minute = 60_000;
const hour = 60 * minute;
/** Failures in a row before people are notified; short outages are normal. */
const failingAfter = 3;
const longestWait = 6 * hour;

/** How long until a site is asked again, in milliseconds; what it says itself counts when it is longer. */
export function waitAfter(failures: number, retryAfter = 0): number {
  const backOff =
    failures === 0 ? everyMinutes * minute : Math.min(minute * 2 ** Math.min(failures - 1, 12), longestWait);
  return Math.max(backOff, retryAfter * 1000);
}

/** A connection's state after a number of failures in a row. */
export function stateAfterFailures(state: ConnectionState, failures: number): ConnectionState {
  return failures >= failingAfter && state !== "choosing" ? "failing" : state;
}

/** A crawl continues until it reaches reviews older than this: sites list changes late. */
export const overlapMs = 24 * hour;

/** How often everything is read, which alone finds deletions. */
export const fullEveryMs = 24 * hour;
/** When the site counts another number of reviews than we have, that is sooner. */
export const recountEveryMs = 3 * hour;

/** The time between two complete crawls that both miss a review, which proves its removal. */
const proofMs = 20 * hour;
/** The most removals at a time; more look like a failure of the site. */
const plausibleShare = 0.1;
const plausibleLeast = 3;

/** The result of a complete crawl. */
export interface WholeWalk {
  /** Reviews that it listed. */
  readonly seen: number;
  /** What the site itself counts. */
  readonly total: number;
  /** Reviews on record that it didn't list. */
  readonly missing: number;
}

/**
 * Whether one crawl proves a removal: the site listed exactly as many as it counts, and few are missing. Otherwise a
 * second crawl must miss it too.
 */
export function isConclusive({ seen, total, missing }: WholeWalk): boolean {
  return seen > 0 && seen === total && missing <= Math.max(plausibleLeast, plausibleShare * (seen + missing));
}

/** What has been missing since then is certainly deleted. */
export const provenBefore = (now: Date) => new Date(now.getTime() - proofMs);
