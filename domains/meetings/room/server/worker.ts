import { worker } from "#core/server/domainManifest.ts";
import { sweepRoomsJob } from "./jobs.ts";
import { sweepRooms } from "./sweepRooms.ts";

export const roomWorkers = [worker(sweepRoomsJob, sweepRooms, { schedule: "*/10 * * * *" })];
