import { callGroup, type DomainManifest, on } from "#core/server/domainManifest.ts";
import { locationFacts } from "#domains/locations/server/public.ts";
import { reviewImports } from "../imports/contract.ts";
import { reviewImportHandlers } from "../imports/server/handlers.ts";
import { reviewInvites } from "../invites/contract.ts";
import { reviewInviteHandlers } from "../invites/server/handlers.ts";
import { inviteFromNumber, inviteWorkers } from "../invites/server/sending.ts";
import { invitedCustomers } from "../invites/server/store.ts";
import { kiosk } from "../kiosk/contract.ts";
import { kioskHandlers } from "../kiosk/server/handlers.ts";
import { servePoster } from "../reviewPage/server/servePoster.ts";
import { serveReviewPage } from "../reviewPage/server/serveReviewPage.ts";
import { replyTexts, reviews } from "../reviews/contract.ts";
import { reviewHandlers } from "../reviews/server/handlers.ts";
import { replyWorkers } from "../reviews/server/replies.ts";
import { replyTextHandlers } from "../reviews/server/replyTexts.ts";
import { syncWorkers } from "../reviews/server/sync/syncReviews.ts";
import { reviewSettings } from "../settings/contract.ts";
import { reviewSettingsHandlers } from "../settings/server/handlers.ts";
import { reviewConnections, reviewSites } from "../sites/contract.ts";
import { reviewConnectionHandlers, reviewSiteHandlers } from "../sites/server/handlers.ts";
import { reputationPersonRecords } from "./personRecords.ts";

export const reputationManifest: DomainManifest = {
  name: "reputation",
  calls: [
    callGroup(reviewInvites, reviewInviteHandlers),
    callGroup(kiosk, kioskHandlers),
    callGroup(reviewSettings, reviewSettingsHandlers),
    callGroup(replyTexts, replyTextHandlers),
    callGroup(reviewConnections, reviewConnectionHandlers),
    callGroup(reviewSites, reviewSiteHandlers),
    callGroup(reviewImports, reviewImportHandlers),
    callGroup(reviews, reviewHandlers),
  ],
  routes: [serveReviewPage, servePoster],
  listeners: [on(locationFacts.numberRegistrationChanged, "reputation.numberChanged", inviteFromNumber)],
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
