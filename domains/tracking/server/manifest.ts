import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { tracking } from "../contract.ts";
import { sourceReport } from "../sources/contract.ts";
import { sourceReportHandlers } from "../sources/server/handlers.ts";
import { trackingHandlers } from "./handlers.ts";

export const trackingManifest: DomainManifest = {
  name: "tracking",
  calls: [callGroup(tracking, trackingHandlers), callGroup(sourceReport, sourceReportHandlers)],
  tables: ["source_spend"],
  reads: [
    "appointments",
    "calls",
    "users",
    "customers",
    "logged_texts",
    "chats",
    "messages",
    "message_sends",
    "tracked_texts",
    "campaigns",
    "campaign_recipients",
  ],
};
