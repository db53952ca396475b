import type { Server } from "#core/server/serve.ts";
import { sweepTasksJob } from "./jobs.ts";
import { sweepTasks } from "./sweepTasks.ts";

export { taskWork } from "./taskWork.ts";

/** Runs the jobs about tasks in this process. */
export async function workTasks(server: Server): Promise<void> {
  const { jobs } = server.ports;
  await jobs.work(sweepTasksJob, () => sweepTasks(server));
  await jobs.schedule(sweepTasksJob, "* * * * *", {});
}
