import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { duplicates } from "../contract.ts";
import { duplicateHandlers } from "./handlers.ts";
import { duplicatePersonRecords } from "./personRecords.ts";

export const duplicatesManifest: DomainManifest = {
  name: "duplicates",
  calls: [
    callGroup(duplicates, (domains) => duplicateHandlers(domains.flatMap(({ customerWork = [] }) => customerWork))),
  ],
  person: duplicatePersonRecords,
  tables: ["customer_merges", "known_apart", "duplicate_candidates", "duplicate_candidates_of"],
  reads: ["users", "customers"],
};
