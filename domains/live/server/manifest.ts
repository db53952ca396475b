import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { live } from "../contract.ts";
import { liveHandlers } from "./handlers.ts";
import { livePersonRecords } from "./personRecords.ts";
import { liveWorkers } from "./worker.ts";

export const liveManifest: DomainManifest = {
  name: "live",
  calls: [callGroup(live, liveHandlers)],
  workers: liveWorkers,
  person: livePersonRecords,
  tables: ["events", "event_heads"],
  reads: [],
};
