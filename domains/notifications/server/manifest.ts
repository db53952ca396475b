import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { notifications } from "../contract.ts";
import { notificationHandlers } from "./handlers.ts";
import { notificationPersonRecords } from "./personRecords.ts";
import { notificationWorkers } from "./worker.ts";

export const notificationsManifest: DomainManifest = {
  name: "notifications",
  calls: [callGroup(notifications, notificationHandlers)],
  workers: notificationWorkers,
  person: notificationPersonRecords,
  tables: ["notifications", "phone_notices", "push_subscriptions"],
  reads: ["users", "sessions", "locations", "location_members"],
};
