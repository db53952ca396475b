import { invalidField, orNotFound } from "#core/failure.ts";
import type { ContextOf } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { daysLater, instantAt } from "#core/wallTime.ts";
import { locationById, locationsOfMember } from "#domains/locations/server/public.ts";
import type { ReviewFilterBody, reviews } from "../contract.ts";
import { rangeProblem } from "../rules.ts";
import type { ReviewFilter } from "./filteredReviews.ts";

type TableContext = Pick<ContextOf<typeof reviews.table>, "scope" | "who">;

/** A table's filter as the store reads it; days are those of the acting location. */
export async function filterOf(
  { scope, who }: TableContext,
  db: Db,
  { region, from, to, assigned, show, ...limits }: ReviewFilterBody,
  search: string,
): Promise<ReviewFilter> {
  const { dealer_id, location_id } = scope;
  const problem = rangeProblem({ ...limits, from, to });
  if (problem) throw invalidField(problem.field, problem.message);
  const { time_zone } = orNotFound(await locationById(db, dealer_id, location_id));
  const startOf = (date: string) => instantAt({ date, minutes: 0 }, time_zone, "next");
  const chosen = assigned === "none" || assigned === "" ? assigned : Number(assigned);
  return {
    dealer_id,
    location_ids: region === "" ? [location_id] : await locationsIn(db, { scope, who }, region),
    site: limits.site,
    rating_min: limits.rating_min,
    rating_max: limits.rating_max,
    review_count: limits.review_count,
    from: from === "" ? undefined : startOf(from),
    to: to === "" ? undefined : startOf(daysLater(to, 1)),
    assigned: show === "mine" ? who.user_id : chosen,
    isOpen: show === "open",
    search,
  };
}

/** The person's own locations in a state or province, or all of them. */
async function locationsIn(db: Db, { scope, who }: TableContext, region: string): Promise<number[]> {
  const member = { dealer_id: scope.dealer_id, user_id: who.user_id, role: who.role };
  const locations = await locationsOfMember(db, member);
  return locations.filter(({ state }) => region === "all" || state === region).map(({ id }) => id);
}
