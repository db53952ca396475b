import type { Server } from "#core/server/serve.ts";
import { appointmentDays, replyHours } from "../../rules.ts";
import { dealersWithCampaigns, stampAppointments, stampMailUnsubscribed, stampUnsubscribed } from "./outcomeStore.ts";

const hourMs = 3_600_000;
/** Opt-outs and appointments of the last day are looked at each time, so that an outage loses none. */
const lookBackMs = 24 * hourMs;

/** Counts each opt-out and each appointment to the campaign whose text it followed. */
export async function attributeOutcomes({ within, ports }: Server): Promise<void> {
  const now = ports.clock.now().getTime();
  const longest = Math.max(replyHours, 24 * appointmentDays) * hourMs;
  const dealers = await within.platform("what followed campaigns", ({ db }) =>
    dealersWithCampaigns(db, new Date(now - longest - lookBackMs)),
  );
  const since = new Date(now - lookBackMs);
  for (const dealer_id of dealers) {
    await within.business({ dealer_id }, "what followed campaigns", async ({ db }) => {
      await stampUnsubscribed(db, dealer_id, since);
      await stampMailUnsubscribed(db, dealer_id, since);
      await stampAppointments(db, dealer_id, since);
    });
  }
}
