import type { Server } from "#core/server/serve.ts";
import { deleteEventsBefore } from "./store.ts";

const retentionMs = 60 * 60_000;

/** Publishes events that a crashed process left pending, and deletes those past retention. */
export async function sweepEvents({ within }: Server): Promise<void> {
  await within.publishPending();
  await within.platform("old events", ({ db, now }) => deleteEventsBefore(db, new Date(now().getTime() - retentionMs)));
}
