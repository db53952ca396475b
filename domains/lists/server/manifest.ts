import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { lists } from "../contract.ts";
import { listHandlers } from "./handlers.ts";
import { listPersonRecords } from "./personRecords.ts";

export const listsManifest: DomainManifest = {
  name: "lists",
  calls: [callGroup(lists, listHandlers)],
  person: listPersonRecords,
  tables: ["customer_lists", "list_members", "customer_counts"],
  // Of a domain above: `checks/tables.ts` says why.
  reads: ["customers"],
};
