import type { Server } from "#core/server/serve.ts";
import { endSupportAccess } from "./endSupportAccess.ts";
import { endSupportAccessJob } from "./jobs.ts";

/** Records the ends of expired support access in this process. */
export async function workSupportAccess(server: Server): Promise<void> {
  const { jobs } = server.ports;
  await jobs.work(endSupportAccessJob, () => endSupportAccess(server));
  await jobs.schedule(endSupportAccessJob, "* * * * *", {});
}
