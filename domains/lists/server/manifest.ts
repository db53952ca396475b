import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { lists } from "../contract.ts";
import { listHandlers } from "./handlers.ts";

export const listsManifest: DomainManifest = {
  name: "lists",
  calls: [callGroup(lists, listHandlers)],
  // Of a domain above: `checks/tables.ts` says why.
  reads: ["customers"],
};
