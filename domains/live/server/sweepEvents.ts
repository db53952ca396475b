import type { Server } from "#core/server/serve.ts";
import { deleteEventsBefore } from "./store.ts";

const keptFor = 60 * 60_000;

/** Tells what a process that died left untold, and forgets what is too old to be asked for. */
export async function sweepEvents({ within }: Server): Promise<void> {
  await within.tellLeft();
  await within.platform("old events", ({ db, now }) => deleteEventsBefore(db, new Date(now().getTime() - keptFor)));
}
