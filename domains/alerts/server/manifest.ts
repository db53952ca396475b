import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { alerts } from "../contract.ts";
import { alertHandlers } from "./handlers.ts";
import { alertPersonRecords } from "./personRecords.ts";
import { alertTickers, alertWorkers } from "./worker.ts";

export const alertsManifest: DomainManifest = {
  name: "alerts",
  calls: [callGroup(alerts, alertHandlers)],
  workers: alertWorkers,
  tickers: alertTickers,
  person: alertPersonRecords,
  tables: ["alerts", "alert_rules"],
  reads: [
    "users",
    "customers",
    "campaigns",
    "consent_events",
    "uploads",
    "chats",
    "messages",
    "responses",
    "locations",
    "location_members",
    "reviews",
    "review_assignees",
    "review_replies",
    "review_settings",
    "review_sites",
  ],
};
