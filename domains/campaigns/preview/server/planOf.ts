import { invalidField, orNotFound } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { parseZoneOption } from "#core/zoneOptions.ts";
import { locationById } from "#domains/locations/server/public.ts";
import { quietHours } from "#domains/marketing/hours/server/public.ts";
import type { Plan, readFacts } from "../../audience/server/public.ts";
import { scheduleTimes } from "../../rules.ts";
import { scheduleOf, sendOptionOf } from "../../server/campaignStore.ts";
import type { CampaignDraft } from "../../text/contract.ts";

type WhenAndWhom = Pick<
  CampaignDraft,
  | "campaign_send_option"
  | "campaign_send_date"
  | "campaign_send_time"
  | "campaign_send_timezone"
  | "campaign_exclude_days"
  | "skip_unanswered"
>;

/** When a campaign with these fields would go, and by which rules. */
export async function planOf({ db, scope, now }: StaffContext, body: WhenAndWhom): Promise<Plan> {
  const zone = body.campaign_send_timezone === "" ? "" : parseZoneOption(body.campaign_send_timezone);
  if (zone === undefined) throw invalidField("campaign_send_timezone", "Choose a time zone from the list");
  const { time_zone } = orNotFound(await locationById(db, scope.dealer_id, scope.location_id));
  const chosen = {
    send_option: sendOptionOf(body),
    wall_date: body.campaign_send_date === "" ? null : body.campaign_send_date,
    wall_minute: body.campaign_send_time,
    zone: zone === "" ? "" : zone.zone,
  };
  const schedule = scheduleOf(chosen, time_zone);
  return { schedule, ...scheduleTimes(schedule, now()), now: now(), rules: await quietHours(db) };
}

/** What is to be known about people before they can be planned. */
export function factsQuery({ scope, now }: StaffContext, body: WhenAndWhom): Parameters<typeof readFacts>[1] {
  const exclude_days = body.campaign_exclude_days ?? 0;
  const skip_unanswered = body.skip_unanswered !== 0;
  return { dealer_id: scope.dealer_id, campaign_id: undefined, exclude_days, skip_unanswered, now: now() };
}
