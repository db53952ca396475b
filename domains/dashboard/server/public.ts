import type { Server } from "#core/server/serve.ts";
import { rollUpJob } from "./jobs.ts";
import { rollUp } from "./rollUp.ts";

export { sentByPerson as sentByMember } from "./messageHoursStore.ts";
export type { FigureScope } from "./store.ts";

/** Rolls up figures in this process. */
export async function workDashboard(server: Server): Promise<void> {
  const { jobs } = server.ports;
  await jobs.work(rollUpJob, () => rollUp(server));
  await jobs.schedule(rollUpJob, "* * * * *", {});
}
