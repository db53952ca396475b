import type { Server } from "#core/server/serve.ts";
import { importCustomers } from "./importCustomers.ts";
import { importJob, recoverImportsJob, removeRejectsJob, sweepUploadsJob, undoImportJob } from "./jobs.ts";
import { recoverImports } from "./recoverImports.ts";
import { sweepUploads } from "./sweepUploads.ts";
import { undoImport } from "./undoImport.ts";

/** Registers the import workers and resumes imports that an earlier process left behind. */
export async function workUploads(server: Server): Promise<void> {
  const { jobs } = server.ports;
  await jobs.work(importJob, (data) => importCustomers(server, data));
  await jobs.work(undoImportJob, (data) => undoImport(server, data));
  await jobs.work(recoverImportsJob, (data) => recoverImports(server, data));
  await jobs.work(sweepUploadsJob, () => sweepUploads(server));
  await jobs.work(removeRejectsJob, ({ key }) => server.ports.storage.remove(key));
  await jobs.schedule(recoverImportsJob, "* * * * *", {});
  await jobs.schedule(sweepUploadsJob, "23 * * * *", {});
  await recoverImports(server, { all: true });
}
