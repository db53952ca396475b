import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { platformTexts } from "../contract.ts";
import { platformTextHandlers } from "./handlers.ts";
import { platformTextPersonRecords } from "./personRecords.ts";
import { platformTextWorkers } from "./worker.ts";

export const platformTextsManifest: DomainManifest = {
  name: "platformTexts",
  calls: [callGroup(platformTexts, platformTextHandlers)],
  workers: platformTextWorkers,
  person: platformTextPersonRecords,
  tables: ["platform_texts", "platform_optouts"],
  reads: [],
};
