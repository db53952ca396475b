import { sql } from "kysely";
import type { SqlFragment } from "#core/server/sqlFragment.ts";
import type { TimeOrderedTable } from "#core/server/timeOrderedPage.ts";
import { isFoundIn } from "#core/server/wordSearch.ts";
import type { SiteKind } from "../../sites/fields.ts";

/** Which reviews a table shows. */
export interface ReviewFilter {
  readonly dealer_id: number;
  readonly location_ids: readonly number[];
  readonly site: SiteKind | "";
  /** 0: no limit. */
  readonly rating_min: number;
  readonly rating_max: number;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly review_count: number;
  /** A person's id, nobody, or whoever. */
  readonly assigned: number | "none" | "";
  readonly isOpen: boolean;
  readonly search: string;
}

/** Stars, or what a recommendation counts as. */
const comparable = sql`coalesce(r.rating, case r.recommends when 1 then 5 when 0 then 1 end)`;

const isAssigned = (who: SqlFragment) => sql`exists (select from review_assignees a
  where a.dealer_id = r.dealer_id and a.review_id = r.id and ${who})`;

/** The reviews of a filter, by the time at which they were published. */
export function filteredReviews(filter: ReviewFilter): TimeOrderedTable {
  const { dealer_id, location_ids, site, rating_min, rating_max, from, to, review_count, assigned } = filter;
  const term = filter.search.trim();
  const places = sql`${[...location_ids]}::bigint[]`;
  const conditions = [
    sql`r.dealer_id = ${dealer_id} and r.location_id = any(${places})`,
    filter.isOpen && sql`r.state = 'open' and r.removed_at is null`,
    site !== "" &&
      sql`exists (select from review_sites k where k.dealer_id = r.dealer_id and k.id = r.site_id and k.kind = ${site})`,
    rating_min > 0 && sql`${comparable} >= ${rating_min}`,
    rating_max > 0 && sql`${comparable} <= ${rating_max}`,
    from && sql`r.published_at >= ${from}`,
    to && sql`r.published_at < ${to}`,
    review_count > 0 &&
      sql`r.site_id in (select c.site_id from reviews c where c.dealer_id = ${dealer_id}
        and c.location_id = any(${places}) and c.removed_at is null group by c.site_id having count(*) >= ${review_count})`,
    assigned === "none" && sql`not ${isAssigned(sql`true`)}`,
    typeof assigned === "number" && isAssigned(sql`a.user_id = ${assigned}`),
    term !== "" && isFoundIn(term, [sql`r.author`, sql`r.body`]),
  ].filter((condition) => condition !== false && condition !== undefined);
  return { from: sql`reviews r`, at: sql`r.published_at`, id: sql`r.id`, where: sql.join(conditions, sql` and `) };
}
