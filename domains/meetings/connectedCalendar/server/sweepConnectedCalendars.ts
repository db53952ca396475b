import type { Server } from "#core/server/serve.ts";
import { calendarsOfDeparted, dueCalendars } from "./dueEventStore.ts";
import { revokeCalendarsJob, syncCalendarJob } from "./jobs.ts";
import { endAccount } from "./store.ts";

/** Enqueues the calendars of all businesses with something to do, and ends those of people who left. */
export async function sweepConnectedCalendars({ within }: Pick<Server, "within">): Promise<void> {
  await within.platform("connected calendars", async ({ db, now, enqueue, audit }) => {
    const departed = await calendarsOfDeparted(db);
    for (const person of departed) {
      const ended = await endAccount(db, person, now());
      const { dealer_id, user_id } = person;
      if (ended) await audit({ action: "disconnected", subject: "connected calendar", subject_id: user_id, dealer_id });
    }
    if (departed.length > 0) enqueue(revokeCalendarsJob, {});
    for (const person of await dueCalendars(db, now())) enqueue(syncCalendarJob, person);
  });
}
