import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { lists } from "../contract.ts";
import { listHandlers } from "./handlers.ts";

export const listsManifest: DomainManifest = {
  name: "lists",
  calls: [callGroup(lists, listHandlers)],
  tables: ["customer_lists", "list_members", "customer_counts"],
  // Of a domain above: `checks/tables.ts` says why.
  reads: ["customers"],
};
