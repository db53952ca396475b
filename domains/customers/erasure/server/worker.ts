import { worker } from "#core/server/domainManifest.ts";
import { eraseLate } from "./eraseCustomer.ts";
import { eraseLateJob, removeFilesJob } from "./jobs.ts";

export const erasureWorkers = [
  worker(removeFilesJob, async ({ ports }, { keys }) => {
    for (const key of keys) await ports.storage.remove(key);
  }),
  worker(eraseLateJob, eraseLate),
];
