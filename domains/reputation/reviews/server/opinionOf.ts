import { invalidField, orNotFound } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { instantAt, wallTimeAt } from "#core/wallTime.ts";
import { locationById } from "#domains/locations/server/public.ts";
import { sitesOf } from "../../sites/server/public.ts";
import type { ReviewDraft } from "../contract.ts";
import { hasNoStars } from "../rules.ts";
import type { StoredOpinion } from "./store.ts";

const lastMinute = 24 * 60 - 1;

/**
 * A review as it is stored. Of its time only the day is known: it counts as the end of that day, or as now.
 *
 * @throws Failure for a site of elsewhere, a rating that the site doesn't have, and a day to come.
 */
export async function opinionOf({ db, scope, now }: StaffContext, draft: ReviewDraft): Promise<StoredOpinion> {
  const { site_id, author, rating, recommends, body, published_on } = draft;
  const site = orNotFound((await sitesOf(db, scope)).find(({ id }) => id === site_id));
  if (rating === 0 && !hasNoStars(site.kind)) throw invalidField("rating", "Select 1 to 5 stars");
  const { time_zone } = orNotFound(await locationById(db, scope.dealer_id, scope.location_id));
  if (published_on > wallTimeAt(now(), time_zone).date) throw invalidField("published_on", "This day is still to come");
  if (published_on < "2000-01-01") throw invalidField("published_on", "Enter a day from 2000 on");
  const end = instantAt({ date: published_on, minutes: lastMinute }, time_zone, "next");
  return {
    site_id,
    author,
    body,
    rating: rating === 0 ? null : rating,
    recommends: rating === 0 ? (recommends ?? null) : null,
    published_at: end < now() ? end : now(),
  };
}
