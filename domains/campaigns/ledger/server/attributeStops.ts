import type { Server } from "#core/server/serve.ts";
import { dealersWithCampaigns, stampUnsubscribed } from "./overdueStore.ts";

const hourMs = 3_600_000;
/** How long after a text a STOP is its doing. */
const attributionMs = 72 * hourMs;
/** Opt-outs of the last day are looked at each time, so that an outage loses none. */
const lookBackMs = 24 * hourMs;

/** Counts each STOP to the campaign whose text it followed. */
export async function attributeStops({ within, ports }: Server): Promise<void> {
  const now = ports.clock.now().getTime();
  const dealers = await within.platform("opt-outs after campaigns", ({ db }) =>
    dealersWithCampaigns(db, new Date(now - attributionMs)),
  );
  for (const dealer_id of dealers) {
    await within.business({ dealer_id }, "opt-outs after campaigns", ({ db }) =>
      stampUnsubscribed(db, dealer_id, new Date(now - lookBackMs)),
    );
  }
}
