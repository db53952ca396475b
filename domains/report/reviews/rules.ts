import { type ConnectionState, type SiteKind, siteNames } from "#domains/reputation/sites/fields.ts";
import { siteTitle } from "#domains/reputation/sites/rules.ts";

/** Reviews by the end of the month if it continues like this. @param today in the location's calendar: `2026-11-21`. */
export function onTrackFor(received: number, today: string): number {
  const [year = 0, month = 1, day = 1] = today.split("-").map(Number);
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return Math.round((received * days) / day);
}

/** The months up to this one, oldest first: `2026-11`. */
export function lastMonths(today: string, count: number): string[] {
  const [year = 0, month = 1] = today.split("-").map(Number);
  return Array.from({ length: count }, (_, at) =>
    new Date(Date.UTC(year, month - count + at, 1)).toISOString().slice(0, 7),
  );
}

/** The sites that are always shown, also where the location has none. */
const alwaysShown: readonly SiteKind[] = ["google", "facebook", "twitter", "yelp", "linkedin"];

/** A site with what is stored about it. */
export interface StoredSiteFigures {
  readonly kind: SiteKind;
  readonly title: string;
  readonly is_deleted: boolean;
  readonly last_added_at: Date | null;
  /** How it is read automatically; null where people copy its reviews. */
  readonly connection: ConnectionState | null;
  readonly synced_at: Date | null;
  readonly reviews: number;
  readonly average: number | null;
  readonly asked: number;
  readonly recommended: number;
}

function sourceOf({ connection, is_deleted }: StoredSiteFigures): "by_hand" | "connected" | "disconnected" {
  if (connection === null || connection === "choosing" || is_deleted) return "by_hand";
  return connection === "needs_access" ? "disconnected" : "connected";
}

/** What each site contributed: the location's own in their order, then the usual ones that it doesn't have. */
export function siteFigures(sites: readonly StoredSiteFigures[]) {
  const shown = sites.filter(({ is_deleted, reviews }) => !is_deleted || reviews > 0);
  const missing = alwaysShown.filter((kind) => !shown.some((site) => site.kind === kind));
  return [
    ...shown.map((site) => ({
      kind: site.kind,
      site: siteTitle(site),
      reviews: site.reviews,
      average: site.average,
      recommend_percent: site.asked === 0 ? null : Math.round((100 * site.recommended) / site.asked),
      source: sourceOf(site),
      as_of: site.synced_at ?? site.last_added_at,
    })),
    ...missing.map((kind) => ({
      kind,
      site: siteNames[kind],
      reviews: 0,
      average: null,
      recommend_percent: null,
      source: "none" as const,
      as_of: null,
    })),
  ];
}

/** What ranks members. Stars don't: no one should ask permanently reviews alone. */
export interface ReviewScore {
  readonly name: string;
  readonly reviews: number;
  readonly invites_sent: number;
}

const compareScores = (one: ReviewScore, other: ReviewScore) =>
  other.reviews - one.reviews || other.invites_sent - one.invites_sent;

/** Sorts best first, and by name those who are equal; they share a rank: 1, 2, 2, 4. */
export function rankByReviews<Score extends ReviewScore>(
  scores: readonly Score[],
): (Score & { readonly rank: number })[] {
  const sorted = scores.toSorted((one, other) => compareScores(one, other) || one.name.localeCompare(other.name, "en"));
  return sorted.map((score) => ({
    ...score,
    rank: sorted.findIndex((other) => compareScores(score, other) === 0) + 1,
  }));
}

export const rankRule = "Ranked by reviews; ties go to invites sent. Stars don't count.";
