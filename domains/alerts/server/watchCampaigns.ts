import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { campaignStatusText } from "#domains/campaigns/rules.ts";
import { campaignsWhy } from "../rules.ts";
import { findTroubledCampaigns } from "./causeStore.ts";
import { locationKeyOf, rulesByLocation } from "./rulesStore.ts";
import type { AlertChanges } from "./store.ts";
import { syncLocationAlerts } from "./syncLocationAlerts.ts";

const anHour = 60 * 60_000;
const troubled = { rule: "campaign", kind: "danger", how: "The campaign was resumed, canceled or deleted." } as const;

/** Alerts locations whose campaigns stopped, paused by themselves or wait for their list for more than an hour. */
export async function watchCampaigns(unit: UnitOfWork): Promise<AlertChanges> {
  const { db, now } = unit;
  const rules = await rulesByLocation(db);
  const campaigns = await findTroubledCampaigns(db, new Date(now().getTime() - anHour));
  const watched = campaigns.filter((campaign) => rules(campaign).campaigns_on === 1);
  const causes = [...Map.groupBy(watched, locationKeyOf).values()].flatMap((own) => {
    const [place] = own;
    const named = own.map(({ title, ...progress }) => {
      return { title, status: campaignStatusText({ ...progress, done: 0, audience: 0 }) };
    });
    return place ? [{ dealer_id: place.dealer_id, location_id: place.location_id, why: campaignsWhy(named) }] : [];
  });
  return syncLocationAlerts(unit, troubled, causes);
}
