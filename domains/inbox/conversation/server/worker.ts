import { worker } from "#core/server/domainManifest.ts";
import { fetchMedia } from "./fetchMedia.ts";
import { fetchMediaJob } from "./jobs.ts";

export const conversationWorkers = [worker(fetchMediaJob, fetchMedia)];
