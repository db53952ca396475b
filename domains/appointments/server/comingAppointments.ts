import type { CustomerWork } from "#domains/customers/server/public.ts";
import { appointmentEvents } from "../contract.ts";
import { countComing, deleteComing, insertDeleted } from "./workStore.ts";

/** The appointments that customers still have; deleting the customer may cancel them. */
export const comingAppointments: CustomerWork = {
  what: "coming appointment",
  count: countComing,

  async cancel({ db, now, publish }, location, customer_ids) {
    const cancelled = await deleteComing(db, location, customer_ids, now());
    for (const { id } of cancelled) publish(appointmentEvents.changed, { target_id: id }, location);
    return cancelled;
  },

  async restore({ db, publish }, location, records) {
    const ids = await insertDeleted(db, location.dealer_id, records);
    for (const id of ids) publish(appointmentEvents.changed, { target_id: id }, location);
  },
};
