import { csvOf } from "#core/csv.ts";
import { orNotFound } from "#core/failure.ts";
import { rangeOf } from "#core/periods.ts";
import { type ColumnTypes, rowsAsQuery } from "#core/server/rowsAsQuery.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { type TableRules, tablePage } from "#core/server/table.ts";
import { instantAt, wallTimeAt } from "#core/wallTime.ts";
import { initialsOf } from "#domains/accounts/rules.ts";
import type { BoardPeriod } from "#domains/leaderboard/contract.ts";
import { boardRange } from "#domains/leaderboard/rules.ts";
import { locationById } from "#domains/locations/server/public.ts";
import { inviteGoalAt, settingsOf } from "#domains/reputation/settings/server/public.ts";
import { memberById, membersAt } from "#domains/team/server/public.ts";
import type { PerformanceRow, ReviewAnalytics, reviewAnalytics, reviewPerformance } from "../contract.ts";
import { lastMonths, onTrackFor, rankByReviews, siteFigures } from "../rules.ts";
import {
  countedReviewPage,
  hasInvited,
  invitesByMember,
  namesOf,
  reviewsByMember,
  reviewsByMonth,
  reviewsBySite,
  sitesWithFreshness,
} from "./store.ts";

const shownMonths = 12;

export const reviewAnalyticsHandlers: Handlers<typeof reviewAnalytics> = {
  async figures(context) {
    const { db, scope } = context;
    const now = context.now();
    const zone = await zoneAt(context);
    const month = rangeOf("month", now, zone);
    const today = wallTimeAt(now, zone).date;
    const sites = await reviewsBySite(db, scope, boardRange("all", now, zone));
    const rated = sumOf(sites, ({ rated }) => rated);
    const months = lastMonths(today, shownMonths);
    const since = instantAt({ date: `${months[0]}-01`, minutes: 0 }, zone, "next");
    const byMonth = new Map(
      (await reviewsByMonth(db, scope, { ...month, from: since }, zone)).map((row) => [row.key, row]),
    );
    const reviews_this_month = byMonth.get(months.at(-1) ?? "")?.reviews ?? 0;
    const invites = await invitesByMember(db, scope, month);
    const { monthly_goal } = await settingsOf(db, scope);
    const totalsOf = new Map(sites.map((row) => [row.key, row]));
    const none = { reviews: 0, average: null, asked: 0, recommended: 0 };
    return {
      as_of: now,
      reviews: sumOf(sites, ({ reviews }) => reviews),
      rated,
      average: rated === 0 ? null : sumOf(sites, (row) => (row.average ?? 0) * row.rated) / rated,
      monthly_goal,
      reviews_this_month,
      on_track_for: onTrackFor(reviews_this_month, today),
      invite_goal: (await inviteGoalAt(db, scope, monthly_goal, now)).invite_goal,
      invites_this_month: sumOf(invites, ({ sent }) => sent),
      followed_this_month: sumOf(invites, ({ followed }) => followed),
      sites: siteFigures(
        (await sitesWithFreshness(db, scope)).map((site) => ({ ...site, ...(totalsOf.get(site.id) ?? none) })),
      ),
      months: months.map((name) => ({
        month: name,
        reviews: byMonth.get(name)?.reviews ?? 0,
        average: byMonth.get(name)?.average ?? null,
      })),
    } satisfies Record<keyof ReviewAnalytics, unknown>;
  },

  async rows(context, { body }) {
    const range = boardRange(body.period, context.now(), await zoneAt(context));
    return countedReviewPage(context.db, { key: context.scope, range, figure: body.figure }, body);
  },
};

const sumOf = <Row>(rows: readonly Row[], figureOf: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + figureOf(row), 0);

const zoneAt = async ({ db, scope }: StaffContext) =>
  orNotFound(await locationById(db, scope.dealer_id, scope.location_id)).time_zone;

export const reviewPerformanceHandlers: Handlers<typeof reviewPerformance> = {
  async table(context, { body }) {
    const rows = await teamOf(context, body.period);
    return tablePage(context.db, rowsAsQuery(context.db, rows, columns), body, rules);
  },

  async drillDown(context, { params: { member_id }, body }) {
    const { db, scope } = context;
    const isKnown = (await memberById(db, scope, member_id)) !== undefined || (await hasInvited(db, scope, member_id));
    orNotFound(isKnown || undefined);
    const range = await rangeAt(context, body.period);
    return countedReviewPage(db, { key: scope, range, figure: body.figure, member_id }, body);
  },

  async export(context, { body: { period, search } }) {
    const { db, audit, now } = context;
    const all = rowsAsQuery(db, await teamOf(context, period), columns);
    const query = { draw: 0, start: 0, length: 500, search: { value: search }, order: [], columns: [] };
    const { rows } = await tablePage(db, all, query, rules);
    await audit({ action: "exported", subject: "review leaderboard", detail: { rows: rows.length } });
    const day = now().toISOString().slice(0, 10);
    return { file_name: `review-leaderboard-${period}-${day}.csv`, csv: csvOf([header, ...rows.map(csvRow)]) };
  },
};

const columns: ColumnTypes<PerformanceRow> = {
  id: "bigint",
  name: "text",
  name_initials: "text",
  rank: "integer",
  invites_sent: "integer",
  reviews: "integer",
  rating: "float8",
  is_here: "integer",
};

const rules: TableRules<PerformanceRow> = {
  sortable: ["name", "rank", "invites_sent", "reviews", "rating"],
  texts: ["name"],
  searchable: ["name"],
  order: [
    ["rank", "asc"],
    ["name", "asc"],
    ["id", "asc"],
  ],
};

const rangeAt = async ({ db, scope, now }: StaffContext, period: BoardPeriod) =>
  boardRange(period, now(), orNotFound(await locationById(db, scope.dealer_id, scope.location_id)).time_zone);

/** Everyone who works at the acting location, and who left it but has a result in the period. */
async function teamOf(context: StaffContext, period: BoardPeriod): Promise<PerformanceRow[]> {
  const { db, scope } = context;
  const range = await rangeAt(context, period);
  const reviews = new Map((await reviewsByMember(db, scope, range)).map((row) => [row.key, row]));
  const invites = new Map((await invitesByMember(db, scope, range)).map((row) => [row.key, row.sent]));
  const here = await membersAt(db, scope);
  const ids = new Set(here.map(({ id }) => id));
  const left = [...new Set([...reviews.keys(), ...invites.keys()])].filter((id) => id !== null && !ids.has(id));
  const former = await namesOf(db, scope.dealer_id, left as number[]);
  const rowOf = ({ id, first_name, last_name }: { id: number; first_name: string; last_name: string }) => ({
    id,
    name: `${first_name} ${last_name}`.trim(),
    name_initials: initialsOf(first_name, last_name),
    invites_sent: invites.get(id) ?? 0,
    reviews: reviews.get(id)?.reviews ?? 0,
    rating: reviews.get(id)?.average ?? null,
    is_here: ids.has(id) ? (1 as const) : (0 as const),
  });
  return rankByReviews([...here, ...former].map(rowOf));
}

const header = ["Name", "Rank", "Invites Sent", "Reviews", "Rating"];

const csvRow = ({ name, rank, invites_sent, reviews, rating }: PerformanceRow) => [
  name,
  rank,
  invites_sent,
  reviews,
  rating === null ? "" : rating.toFixed(2),
];
