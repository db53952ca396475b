import { worker } from "#core/server/domainManifest.ts";
import { removeFilesJob } from "./jobs.ts";

export const sampleWorkers = [
  worker(removeFilesJob, async ({ ports }, { keys }) => {
    for (const key of keys) await ports.storage.remove(key);
  }),
];
