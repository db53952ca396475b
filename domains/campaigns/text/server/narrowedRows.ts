import { orNotFound } from "#core/failure.ts";
import { type Period, rangeOf, type TimeRange } from "#core/periods.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { locationById } from "#domains/locations/server/public.ts";
import type { CampaignState } from "../../rules.ts";
import type { campaignRows } from "./viewStore.ts";

/** A period by the location's days. */
export async function periodRange({ db, scope, now }: StaffContext, period: Period): Promise<TimeRange> {
  const { time_zone } = orNotFound(await locationById(db, scope.dealer_id, scope.location_id));
  return rangeOf(period, now(), time_zone);
}

interface Narrowed {
  readonly states: readonly CampaignState[] | undefined;
  /** Created since then. */
  readonly from: Date | undefined;
}

/** The campaigns of some states, created since an instant. */
export function narrowedRows(rows: ReturnType<typeof campaignRows>, { states, from }: Narrowed) {
  return rows
    .$if(states !== undefined, (query) => query.where("campaigns.state", "in", [...(states ?? [])]))
    .$if(from !== undefined, (query) => query.where("campaigns.created_at", ">=", from ?? new Date(0)));
}
