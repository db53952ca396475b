import type { CustomerWork } from "#domains/customers/server/public.ts";
import { scheduledEvents } from "../contract.ts";
import { secondsUntil } from "../rules.ts";
import { sendScheduledJob } from "./jobs.ts";
import { countWaitingTexts, takeBackWaiting, waitAgain } from "./workStore.ts";

/** The texts that wait for their time; deleting the customer may cancel them. */
export const scheduledTexts: CustomerWork = {
  what: "scheduled text",
  count: countWaitingTexts,

  async cancel({ db, now, publish }, location, customer_ids) {
    const texts = await takeBackWaiting(db, location, customer_ids, now());
    for (const { chat_id } of texts) publish(scheduledEvents.changed, { target_id: chat_id }, location);
    return texts.map(({ id, customer_id }) => ({ customer_id, record: id }));
  },

  async restore({ db, now, publish, enqueue }, location, records) {
    const { dealer_id } = location;
    for (const { id, chat_id, send_at } of await waitAgain(db, location, records.map(Number), now())) {
      enqueue(sendScheduledJob, { dealer_id, scheduled_id: id }, { delaySeconds: secondsUntil(send_at, now()) });
      publish(scheduledEvents.changed, { target_id: chat_id }, location);
    }
  },
};
