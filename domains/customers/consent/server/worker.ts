import { worker } from "#core/server/domainManifest.ts";
import { removeProofJob } from "./jobs.ts";

export const consentWorkers = [worker(removeProofJob, ({ ports }, { key }) => ports.storage.remove(key))];
