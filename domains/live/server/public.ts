import type { Server } from "#core/server/serve.ts";
import { sweepEventsJob } from "./jobs.ts";
import { sweepEvents } from "./sweepEvents.ts";

export { lastSequencesOf } from "./store.ts";

/** Starts the worker that maintains the event log. */
export async function workLive(server: Server): Promise<void> {
  const { jobs } = server.ports;
  await jobs.work(sweepEventsJob, () => sweepEvents(server));
  await jobs.schedule(sweepEventsJob, "* * * * *", {});
  await sweepEvents(server);
}
