import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { dashboard } from "../contract.ts";
import { dashboardHandlers } from "./handlers.ts";
import { dashboardWorkers } from "./rollUp.ts";

export const dashboardManifest: DomainManifest = {
  name: "dashboard",
  calls: [callGroup(dashboard, dashboardHandlers)],
  workers: dashboardWorkers,
  tables: ["figure_hours", "figure_hours_stale", "message_hours", "message_hours_stale", "message_hours_until"],
  reads: ["users", "appointments", "customers", "consent_events", "chats", "messages", "responses", "locations"],
};
