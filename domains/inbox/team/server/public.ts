import type { Server } from "#core/server/serve.ts";
import { hideFiles } from "./hideFiles.ts";
import { hideFilesJob } from "./jobs.ts";

/** Does in this process what follows a deletion. */
export async function workTeamwork(server: Server): Promise<void> {
  await server.ports.jobs.work(hideFilesJob, (data) => hideFiles(server, data));
}
