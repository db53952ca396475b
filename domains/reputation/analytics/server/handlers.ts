import { orNotFound } from "#core/failure.ts";
import { rangeOf } from "#core/periods.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { instantAt, wallTimeAt } from "#core/wallTime.ts";
import { boardRange } from "#domains/leaderboard/rules.ts";
import { locationById } from "#domains/locations/server/public.ts";
import { inviteGoalAt, settingsOf } from "../../settings/server/public.ts";
import type { ReviewAnalytics, reviewAnalytics } from "../contract.ts";
import { lastMonths, onTrackFor, siteFigures } from "../rules.ts";
import { countedReviewPage } from "./countedReviewPage.ts";
import { invitesByMember, reviewsByMonth, reviewsBySite } from "./countedStore.ts";
import { sitesWithFreshness } from "./sitesStore.ts";

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
