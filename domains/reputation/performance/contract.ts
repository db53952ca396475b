import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { CsvFile, Flag, Id, optionalText } from "#core/fields.ts";
import { managers, staff } from "#core/people.ts";
import { periodField } from "#domains/leaderboard/contract.ts";
import { figureBody, reviewAnalytics } from "../analytics/contract.ts";

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
