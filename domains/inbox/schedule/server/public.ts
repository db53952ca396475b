import type { Server } from "#core/server/serve.ts";
import { recoverScheduledJob, sendScheduledJob } from "./jobs.ts";
import { recoverScheduled } from "./recover.ts";
import { sendScheduled } from "./sendScheduled.ts";

export { moveScheduled, moveScheduledBack } from "./store.ts";

/** Sends scheduled texts in this process, and takes up those whose time came while none ran. */
export async function workSchedule(server: Server): Promise<void> {
  const { jobs } = server.ports;
  await jobs.work(sendScheduledJob, (data) => sendScheduled(server, data));
  await jobs.work(recoverScheduledJob, () => recoverScheduled(server));
  await jobs.schedule(recoverScheduledJob, "* * * * *", {});
  await recoverScheduled(server, true);
}
