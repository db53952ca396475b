import type { Server } from "#core/server/serve.ts";
import { recoverScheduledJob, sendScheduledJob } from "./jobs.ts";
import { recoverScheduled } from "./recover.ts";
import { sendScheduled } from "./sendScheduled.ts";

export { moveScheduled, moveScheduledBack } from "./store.ts";

/** Runs the schedule's jobs in this process, and first sends what fell due while no process ran. */
export async function workSchedule(server: Server): Promise<void> {
  const { jobs } = server.ports;
  await jobs.work(sendScheduledJob, (data) => sendScheduled(server, data));
  await jobs.work(recoverScheduledJob, () => recoverScheduled(server));
  await jobs.schedule(recoverScheduledJob, "* * * * *", {});
  await recoverScheduled(server, true);
}
