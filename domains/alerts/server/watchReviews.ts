import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { newsDays } from "#domains/reputation/reviews/rules.ts";
import { siteTitle } from "#domains/reputation/sites/rules.ts";
import { reviewHow, reviewWhy } from "../rules.ts";
import { findLowReviews, reviewAlerts } from "./reviewStore.ts";
import { rulesByLocation } from "./rulesStore.ts";
import { type AlertChanges, endAlerts, insertAlerts, type NewAlert } from "./store.ts";

const aDay = 24 * 60 * 60_000;

/** Alerts about low reviews that nobody has replied to. */
export async function watchReviews({ db, now }: UnitOfWork): Promise<AlertChanges> {
  const at = now();
  const rules = await rulesByLocation(db);
  const isOver = (alert: Awaited<ReturnType<typeof reviewAlerts>>[number]) =>
    alert.is_deleted || alert.state !== "open" || !alert.is_low || rules(alert).reviews_on === 0;
  const ended = (await reviewAlerts(db)).filter(isOver);
  await endAlerts(
    db,
    ended.map((alert) => ({ ...alert, resolved_at: at, how: reviewHow(alert) })),
  );
  const began = (await findLowReviews(db, new Date(at.getTime() - newsDays * aDay)))
    .filter((review) => rules(review).reviews_on === 1)
    .map(({ dealer_id, location_id, review_id, rating, site_kind, site_title }): NewAlert => {
      const why = reviewWhy({ rating, site: siteTitle({ kind: site_kind, title: site_title }) });
      return { dealer_id, location_id, rule: "review", kind: "danger", review_id, why, began_at: at };
    });
  await insertAlerts(db, began);
  return { began, ended };
}
