import { worker } from "#core/server/domainManifest.ts";
import { sweepReportsJob } from "./jobs.ts";
import { sweepReports } from "./sweepReports.ts";

export const mailReportWorkers = [worker(sweepReportsJob, sweepReports, { schedule: "37 * * * *" })];
