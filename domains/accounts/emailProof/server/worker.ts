import { worker } from "#core/server/domainManifest.ts";
import { emailProofJob } from "./jobs.ts";
import { mailFirstProof } from "./mailProof.ts";

export const emailProofWorkers = [worker(emailProofJob, mailFirstProof)];
