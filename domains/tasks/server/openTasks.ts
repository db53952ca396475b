import type { CustomerWork } from "#domains/customers/server/public.ts";
import { taskEvents } from "../contract.ts";
import { countOpenAbout, dismissAbout, reopenDismissed } from "./workStore.ts";

/** The open tasks about customers; deleting the customer may dismiss them. */
export const openTasks: CustomerWork = {
  what: "open task",
  count: countOpenAbout,

  async cancel({ db, now, publish }, location, customer_ids, user_id) {
    const dismissed = await dismissAbout(db, location, customer_ids, { ended_at: now(), ended_by: user_id });
    if (dismissed.length > 0) publish(taskEvents.changed, { target_id: null }, location);
    return dismissed.map(({ id, customer_id }) => ({ customer_id, record: id }));
  },

  async restore({ db, publish }, location, records) {
    await reopenDismissed(db, location, records.map(Number));
    publish(taskEvents.changed, { target_id: null }, location);
  },
};
