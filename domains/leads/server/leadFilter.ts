import { orNotFound } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { daysLater, instantAt } from "#core/wallTime.ts";
import { locationById } from "#domains/locations/server/public.ts";
import type { LeadFilter } from "./tableStore.ts";

/** The filters as a request names them. */
export type ViewBody = Pick<LeadFilter, "show" | "kind" | "source" | "reached" | "dated"> & {
  readonly [name in "stage_id" | "owner_id" | "customer_id"]?: number | undefined;
} & { readonly no_source?: 0 | 1 | undefined; readonly from_day: string; readonly to_day: string };

/** The leads that a request means; its days are the location's. */
export async function filterOf({ db, scope, who }: Pick<StaffContext, "db" | "scope" | "who">, body: ViewBody) {
  const { dealer_id, location_id } = scope;
  const { show, stage_id, owner_id, kind, source, customer_id, reached, dated, no_source, from_day, to_day } = body;
  const isDated = from_day !== "" || to_day !== "";
  const zone = isDated ? orNotFound(await locationById(db, dealer_id, location_id)).time_zone : "UTC";
  const midnight = (date: string) => instantAt({ date, minutes: 0 }, zone, "next");
  return {
    dealer_id,
    location_id,
    user_id: who.user_id,
    show,
    stage_id,
    owner_id,
    kind,
    source,
    customer_id,
    reached,
    dated,
    no_source: no_source === 1,
    from: from_day === "" ? undefined : midnight(from_day),
    to: to_day === "" ? undefined : midnight(daysLater(to_day, 1)),
  };
}
