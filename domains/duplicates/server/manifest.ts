import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { duplicates } from "../contract.ts";
import { duplicateHandlers } from "./handlers.ts";

export const duplicatesManifest: DomainManifest = {
  name: "duplicates",
  calls: [callGroup(duplicates, duplicateHandlers)],
  reads: ["users", "customers"],
};
