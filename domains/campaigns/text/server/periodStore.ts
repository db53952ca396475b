import { sql } from "kysely";
import { orNotFound } from "#core/failure.ts";
import type { LocationKey } from "#core/people.ts";
import { type Period, rangeOf, type TimeRange } from "#core/periods.ts";
import type { StaffContext } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { locationById } from "#domains/locations/server/public.ts";
import type { CampaignState } from "../../rules.ts";
import type { PeriodFigures } from "../fields.ts";
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

/** Counts the texts that left in a period, of campaigns that were at work in it. */
export async function countPeriod(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  { from, to }: TimeRange,
): Promise<PeriodFigures> {
  const { rows } = await sql<PeriodFigures>`
    select count(*)::int as sent,
      count(*) filter (where r.state = 'delivered')::int as delivered,
      count(r.replied_at)::int as replies,
      count(r.unsubscribed_at)::int as unsubscribes
    from campaigns c
    join campaign_recipients r on r.dealer_id = c.dealer_id and r.campaign_id = c.id
    where c.dealer_id = ${dealer_id} and c.location_id = ${location_id} and c.channel = 'sms'
      and c.sent_at < ${to} and (c.finished_at is null or c.finished_at >= ${from})
      and r.handed_at >= ${from} and r.handed_at < ${to}
      and r.state in ('accepted', 'sent', 'delivered', 'failed', 'unknown')`.execute(db);
  return rows[0] ?? { sent: 0, delivered: 0, replies: 0, unsubscribes: 0 };
}
