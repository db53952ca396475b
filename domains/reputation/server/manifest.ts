import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { reviewAnalytics } from "../analytics/contract.ts";
import { reviewAnalyticsHandlers } from "../analytics/server/handlers.ts";
import { reviewConnections } from "../connections/contract.ts";
import { reviewConnectionHandlers } from "../connections/server/handlers.ts";
import { reviewImports } from "../imports/contract.ts";
import { reviewImportHandlers } from "../imports/server/handlers.ts";
import { reviewInvites } from "../invites/contract.ts";
import { reviewInviteHandlers } from "../invites/server/handlers.ts";
import { invitedCustomers } from "../invites/server/public.ts";
import { inviteWorkers } from "../invites/server/worker.ts";
import { kiosk } from "../kiosk/contract.ts";
import { kioskHandlers } from "../kiosk/server/handlers.ts";
import { reviewPerformance } from "../performance/contract.ts";
import { reviewPerformanceHandlers } from "../performance/server/handlers.ts";
import { servePoster } from "../poster/server/servePoster.ts";
import { replyTexts } from "../replyTexts/contract.ts";
import { replyTextHandlers } from "../replyTexts/server/handlers.ts";
import { serveReviewPage } from "../reviewPage/server/serveReviewPage.ts";
import { reviews } from "../reviews/contract.ts";
import { reviewHandlers } from "../reviews/server/handlers.ts";
import { replyWorkers } from "../reviews/server/worker.ts";
import { reviewSettings } from "../settings/contract.ts";
import { reviewSettingsHandlers } from "../settings/server/handlers.ts";
import { reviewSites } from "../sites/contract.ts";
import { reviewSiteHandlers } from "../sites/server/handlers.ts";
import { syncWorkers } from "../sync/server/worker.ts";
import { reputationPersonRecords } from "./personRecords.ts";

export const reputationManifest: DomainManifest = {
  name: "reputation",
  calls: [
    callGroup(reviewInvites, reviewInviteHandlers),
    callGroup(kiosk, kioskHandlers),
    callGroup(reviewAnalytics, reviewAnalyticsHandlers),
    callGroup(reviewPerformance, reviewPerformanceHandlers),
    callGroup(reviewSettings, reviewSettingsHandlers),
    callGroup(replyTexts, replyTextHandlers),
    callGroup(reviewConnections, reviewConnectionHandlers),
    callGroup(reviewSites, reviewSiteHandlers),
    callGroup(reviewImports, reviewImportHandlers),
    callGroup(reviews, reviewHandlers),
  ],
  routes: [serveReviewPage, servePoster],
  workers: [...inviteWorkers, ...syncWorkers, ...replyWorkers],
  customersInUse: invitedCustomers,
  person: reputationPersonRecords,
  tables: [
    "review_sites",
    "review_accounts",
    "review_connections",
    "review_settings",
    "review_texts",
    "review_invites",
    "kiosks",
    "kiosk_devices",
    "kiosk_pins",
    "reviews",
    "review_imports",
    "review_edits",
    "review_replies",
    "review_reply_texts",
    "review_assignees",
  ],
  reads: ["customers", "locations", "messages", "users"],
};
