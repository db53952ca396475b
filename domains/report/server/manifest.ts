import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { report } from "../contract.ts";
import { reviewAnalytics, reviewPerformance } from "../reviews/contract.ts";
import { reviewAnalyticsHandlers, reviewPerformanceHandlers } from "../reviews/server/handlers.ts";
import { reportHandlers } from "./handlers.ts";

export const reportManifest: DomainManifest = {
  name: "report",
  calls: [
    callGroup(report, reportHandlers),
    callGroup(reviewAnalytics, reviewAnalyticsHandlers),
    callGroup(reviewPerformance, reviewPerformanceHandlers),
  ],
  tables: [],
  reads: ["users", "customers", "chats", "messages", "review_sites", "reviews", "review_invites", "review_connections"],
};
