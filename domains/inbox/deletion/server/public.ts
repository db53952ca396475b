import type { Server } from "#core/server/serve.ts";
import { hideFiles } from "./hideFiles.ts";
import { hideFilesJob } from "./jobs.ts";

/** Runs the deletion job in this process. */
export async function workTeamwork(server: Server): Promise<void> {
  await server.ports.jobs.work(hideFilesJob, (data) => hideFiles(server, data));
}
