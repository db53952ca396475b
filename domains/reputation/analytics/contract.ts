import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Flag, Id, Instant } from "#core/fields.ts";
import { staff } from "#core/people.ts";
import { periodField } from "#domains/leaderboard/contract.ts";
import { siteKinds } from "../sites/fields.ts";

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
  /** Of 100 people whom the site asks whether they recommend the business; null where it asks nobody. */
  recommend_percent: z.nullable(z.number()),
  /** How its reviews come here. `disconnected`: somebody has to connect it again; `none`: the location has no such site. */
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
  /** Reviews by the end of the month if it goes on like this. */
  on_track_for: z.number(),
  /** Invites a month that the goal takes. */
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
  /** 1: staff marked the invite as reviewed; nobody has read the review. */
  is_marked: Flag,
});
export type ReviewFigureRow = z.infer<typeof ReviewFigureRow>;

/** Which figure's rows, of which period. */
export const figureBody = {
  figure: z.enum(reviewFigures, { error: "There is no such figure" }),
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
