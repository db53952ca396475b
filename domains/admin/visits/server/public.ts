import type { Server } from "#core/server/serve.ts";
import { endVisits } from "./endVisits.ts";
import { endVisitsJob } from "./jobs.ts";

/** Records the ends of expired support access in this process. */
export async function workVisits(server: Server): Promise<void> {
  const { jobs } = server.ports;
  await jobs.work(endVisitsJob, () => endVisits(server));
  await jobs.schedule(endVisitsJob, "* * * * *", {});
}
