import { worker } from "#core/server/domainManifest.ts";
import { giveBackNumbers } from "./giveBackNumbers.ts";
import { giveBackNumbersJob } from "./jobs.ts";

export const numberShopWorkers = [worker(giveBackNumbersJob, giveBackNumbers, { schedule: "23 * * * *" })];
