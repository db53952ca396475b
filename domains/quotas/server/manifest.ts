import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { quotas } from "../contract.ts";
import { quotaHandlers } from "./handlers.ts";

export const quotasManifest: DomainManifest = {
  name: "quotas",
  calls: [callGroup(quotas, quotaHandlers)],
  tables: ["quota_uses", "quota_limits", "stored_bytes"],
  reads: ["dealers", "locations"],
};
