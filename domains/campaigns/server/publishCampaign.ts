import type { LocationKey } from "#core/people.ts";
import type { ThreadServer } from "#core/server/threadWork.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { campaignEvents } from "../text/contract.ts";

interface CampaignPlace extends LocationKey {
  /** Since when it waits for its number, or did until now. */
  readonly number_held_at?: Date | null;
}

/** Tells the location's browsers that a campaign is not what they show any more; of one that waits, all of the business. */
export function publishCampaign(
  { publish }: Pick<UnitOfWork, "publish">,
  { dealer_id, location_id, number_held_at }: CampaignPlace,
  campaign_id: number,
): void {
  publish(campaignEvents.changed, { campaign_id }, { dealer_id, location_id });
  if (number_held_at) publish(campaignEvents.waiting, {}, { dealer_id });
}

/** Browsers hear of a campaign's progress at most so often, in milliseconds. */
const progressMs = 3_000;

/** Which campaigns' progress is due to be told: each at most every three seconds, however fast it sends. */
export class ProgressThrottle {
  readonly #toldAt = new Map<number, number>();

  /** @returns true when this campaign's progress was not told lately. */
  isDue(campaign_id: number, now: number): boolean {
    const last = this.#toldAt.get(campaign_id);
    if (last !== undefined && now - last < progressMs) return false;
    this.#toldAt.set(campaign_id, now);
    return true;
  }

  /** Forgets a campaign that is over. */
  forget(campaign_id: number): void {
    this.#toldAt.delete(campaign_id);
  }
}

/** One for texts and emails: all campaigns have their ids in common. */
export const progressThrottle = new ProgressThrottle();

/** Tells the location's browsers how far these campaigns are, unless they heard of it lately. */
export async function publishProgress(
  { within }: Pick<ThreadServer, "within">,
  location: LocationKey,
  campaign_ids: Iterable<number>,
): Promise<void> {
  const due = [...campaign_ids].filter((id) => progressThrottle.isDue(id, performance.now()));
  if (due.length === 0) return;
  await within.business(location, "a campaign's progress", async (unit) => {
    for (const id of due) publishCampaign(unit, location, id);
  });
}
