import { sql } from "kysely";
import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import type { Person, PersonRecords } from "#core/server/personRecords.ts";
import { alerts } from "../contract.ts";
import { alertHandlers } from "./handlers.ts";
import { alertIntervalJobs, alertWorkers } from "./sweepAlerts.ts";

const inTheirChats = ({ chat_ids }: Person) => sql`chat_id = any(${[...chat_ids]}::bigint[])`;

/** An alert stays in the figures of its rule, without its words. */
const alertPersonRecords: PersonRecords = {
  tables: [
    {
      table: "alerts",
      rows: inTheirChats,
      erase: sql`why = '', how = '', resolved_at = coalesce(resolved_at, now())`,
      mentions: ["why", "how"],
    },
  ],
};

export const alertsManifest: DomainManifest = {
  name: "alerts",
  calls: [callGroup(alerts, alertHandlers)],
  workers: alertWorkers,
  intervalJobs: alertIntervalJobs,
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
