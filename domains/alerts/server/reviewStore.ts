import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { defaultLowRating } from "#domains/reputation/reviews/rules.ts";
import type { SiteKind } from "#domains/reputation/sites/fields.ts";
import type { ReviewEnd } from "../rules.ts";
import type { OpenAlert } from "./store.ts";

/** Whether a review has few stars, by what its location decided. Recommendations count as 5 or 1. */
const isLow = sql`coalesce(coalesce(r.rating, case r.recommends when 1 then 5 when 0 then 1 end) <= coalesce(
  (select k.low_rating from review_settings k where k.dealer_id = r.dealer_id and k.location_id = r.location_id),
  ${defaultLowRating}), false)`;

export interface LowReview extends LocationKey {
  readonly review_id: number;
  readonly rating: number | null;
  readonly site_kind: SiteKind;
  readonly site_title: string;
}

/** Low reviews without a reply and without an alert, written or changed since then, of all dealers. */
export async function findLowReviews(db: Db, since: Date): Promise<LowReview[]> {
  const { rows } = await sql<LowReview>`
    with page as materialized (
      select r.dealer_id, r.location_id, r.id as review_id, r.rating, r.site_id from reviews r
      where r.state = 'open' and r.removed_at is null and greatest(r.published_at, r.edited_at) > ${since} and ${isLow}
        and not exists (select from alerts a where a.dealer_id = r.dealer_id and a.review_id = r.id
          and a.resolved_at is null)
      order by r.dealer_id, r.id limit 10000
    )
    select page.dealer_id, page.location_id, page.review_id, page.rating, s.kind as site_kind, s.title as site_title
    from page join lateral (select kind, title from review_sites s
      where s.dealer_id = page.dealer_id and s.id = page.site_id limit 1) as s on true`.execute(db);
  return rows;
}

/** The open alerts of reviews, with what became of each. */
export async function reviewAlerts(db: Db): Promise<(OpenAlert & ReviewEnd)[]> {
  const { rows } = await sql<OpenAlert & ReviewEnd>`
    with page as materialized (
      select dealer_id, location_id, id, review_id from alerts where rule = 'review' and resolved_at is null
    )
    select page.dealer_id, page.location_id, page.id, coalesce(w.is_removed, true) as is_deleted, w.state,
      coalesce(w.is_low, false) as is_low, w.replied_by
    from page left join lateral (
      select r.state, r.removed_at is not null as is_removed, ${isLow} as is_low, (select trim(u.first_name || ' ' || u.last_name)
        from review_replies p join users u on u.dealer_id = p.dealer_id and u.id = p.user_id
        where p.dealer_id = r.dealer_id and p.review_id = r.id and p.state in ('sending', 'pending', 'live') limit 1) as replied_by
      from reviews r where r.dealer_id = page.dealer_id and r.id = page.review_id limit 1
    ) as w on true`.execute(db);
  return rows;
}
