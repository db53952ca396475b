import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { report } from "../contract.ts";
import { reportHandlers } from "./handlers.ts";

export const reportManifest: DomainManifest = {
  name: "report",
  calls: [callGroup(report, reportHandlers)],
  tables: [],
  reads: ["users", "customers", "chats", "messages"],
};
