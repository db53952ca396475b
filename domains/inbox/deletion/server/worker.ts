import { worker } from "#core/server/domainManifest.ts";
import { hideFiles } from "./hideFiles.ts";
import { hideFilesJob } from "./jobs.ts";

export const deletionWorkers = [worker(hideFilesJob, hideFiles)];
