import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { CsvFile, Flag, Id, Instant, optionalText } from "#core/fields.ts";
import { managers, staff } from "#core/people.ts";
import { periodField } from "#domains/leaderboard/contract.ts";
import { siteKinds } from "#domains/reputation/sites/fields.ts";

/** A figure of reviews that opens its rows. */
export const reviewFigures = ["reviews", "invites", "followed"] as const;
export type ReviewFigure = (typeof reviewFigures)[number];

/** What one review site contributed, and how fresh that is. */
const SiteFigures = z.object({
  kind: z.enum(siteKinds),
  /** What people call the site. */
  site: z.string(),
  reviews: z.number(),
  /** Stars, of the reviews that have any; null without. */
  average: z.nullable(z.number()),
  /** Of 100 people whom the site asks whether they recommend the business; null where it asks no one. */
  recommend_percent: z.nullable(z.number()),
  /** How its reviews come here. `disconnected`: someone has to connect it again; `none`: the location has no such site. */
  source: z.enum(["by_hand", "connected", "disconnected", "none"]),
  /** When its reviews were last read, or last added by hand; null for never. */
  as_of: z.nullable(Instant),
});
export type SiteFigures = z.infer<typeof SiteFigures>;

const ReviewAnalytics = z.object({
  as_of: Instant,
  reviews: z.number(),
  /** Reviews with stars; `average` is theirs, null without any. */
  rated: z.number(),
  average: z.nullable(z.number()),
  /** Reviews a month; 0 without a goal. */
  monthly_goal: z.number(),
  reviews_this_month: z.number(),
  /** Reviews by the end of the month if it continues like this. */
  on_track_for: z.number(),
  /** Invites a month needed to reach the goal. */
  invite_goal: z.number(),
  invites_this_month: z.number(),
  followed_this_month: z.number(),
  sites: z.array(SiteFigures),
  /** The last twelve months in the location's time zone, `2026-11`, with this one. */
  months: z.array(z.object({ month: z.string(), reviews: z.number(), average: z.nullable(z.number()) })),
});
export type ReviewAnalytics = z.infer<typeof ReviewAnalytics>;

/** A counted row: a review, or an invite. */
const ReviewFigureRow = z.object({
  id: Id,
  at: Instant,
  /** The author, or who was invited; empty for an anonymous one. */
  name: z.string(),
  /** Null when no customer is known, or they were deleted. */
  customer_id: z.nullable(Id),
  /** What people call the site; empty when none is known. */
  site: z.string(),
  rating: z.nullable(z.number()),
  what: z.string(),
  /** Who sent the invite that led to it; empty without one. */
  who: z.string(),
  /** 1: staff marked the invite as reviewed; no one has read the review. */
  is_marked: Flag,
});
export type ReviewFigureRow = z.infer<typeof ReviewFigureRow>;

/** Which figure's rows, of which period. */
export const figureBody = {
  figure: z.enum(reviewFigures, { error: "Select one of the figures" }),
  period: periodField("month"),
};

export const reviewAnalytics = calls("reviewAnalytics", {
  figures: {
    method: "GET",
    path: "/analytics",
    allow: staff,
    supportAccess: "reads",
    about:
      "The acting location's reviews: their average, number and sites, the month's goal and invites, and the last twelve months.",
    data: ReviewAnalytics,
  },
  rows: {
    method: "POST",
    path: "/analytics/dt",
    allow: staff,
    supportAccess: "reads",
    about: "The rows behind one of those figures, newest first: exactly as many as it says.",
    table: true,
    body: z.object(figureBody),
    data: ReviewFigureRow,
  },
});

const PerformanceRow = z.object({
  id: Id,
  name: z.string(),
  name_initials: z.string(),
  /** Ties share a rank. */
  rank: z.number(),
  invites_sent: z.number(),
  /** Reviews that the member's invites led to. */
  reviews: z.number(),
  /** Their stars; null without any. */
  rating: z.nullable(z.number()),
  /** 0: no longer at the location. */
  is_here: Flag,
});
export type PerformanceRow = z.infer<typeof PerformanceRow>;

const period = periodField("month");

export const reviewPerformance = calls("reviewPerformance", {
  table: {
    method: "POST",
    path: "/performance/dt",
    allow: staff,
    supportAccess: "reads",
    about: "The acting location's team by the reviews that their invites led to in a period, best first.",
    table: true,
    body: z.object({ period }),
    data: PerformanceRow,
  },
  drillDown: {
    method: "POST",
    path: "/performance/{member_id}/dt",
    allow: staff,
    supportAccess: "reads",
    about: "The rows behind one of a member's numbers, newest first.",
    table: true,
    params: z.object({ member_id: Id }),
    body: z.object(figureBody),
    data: reviewAnalytics.rows.data,
  },
  export: {
    method: "POST",
    path: "/performance/export",
    allow: managers,
    audit: "trail",
    about: "The same team as CSV text, filtered by the search.",
    body: z.object({ period, search: z._default(optionalText(200), "") }),
    data: CsvFile,
    rate: { points: 20, seconds: 600, by: "person" },
  },
});
