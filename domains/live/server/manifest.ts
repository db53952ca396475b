import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { live } from "../contract.ts";
import { liveHandlers } from "./handlers.ts";
import { liveWorkers } from "./worker.ts";
import { liveRecords } from "./personRecords.ts";

export const liveManifest: DomainManifest = {
  name: "live",
  calls: [callGroup(live, liveHandlers)],
  workers: liveWorkers,
  person: liveRecords,
  tables: ["events", "event_heads"],
  reads: [],
};
