import type { Server } from "#core/server/serve.ts";
import { readCalendarJob } from "./jobs.ts";
import { takeDueSources } from "./store.ts";

const everyMs = 15 * 60_000;

/** Enqueues the calendars of all businesses that weren't asked for a quarter of an hour. */
export async function sweepCalendars({ within }: Pick<Server, "within">): Promise<void> {
  await within.platform("own calendars", async (unit) => {
    const now = unit.now();
    for (const key of await takeDueSources(unit.db, new Date(now.getTime() - everyMs), now))
      unit.enqueue(readCalendarJob, key);
  });
}
