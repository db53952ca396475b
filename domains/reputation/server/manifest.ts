import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { reviewInvites } from "../invites/contract.ts";
import { reviewInviteHandlers } from "../invites/server/handlers.ts";
import { invitedCustomers } from "../invites/server/public.ts";
import { inviteWorkers } from "../invites/server/worker.ts";
import { serveReviewPage } from "../reviewPage/server/serveReviewPage.ts";
import { reviewSettings } from "../settings/contract.ts";
import { reviewSettingsHandlers } from "../settings/server/handlers.ts";
import { reviewSites } from "../sites/contract.ts";
import { reviewSiteHandlers } from "../sites/server/handlers.ts";
import { reputationPersonRecords } from "./personRecords.ts";

export const reputationManifest: DomainManifest = {
  name: "reputation",
  calls: [
    callGroup(reviewInvites, reviewInviteHandlers),
    callGroup(reviewSettings, reviewSettingsHandlers),
    callGroup(reviewSites, reviewSiteHandlers),
  ],
  routes: [serveReviewPage],
  workers: inviteWorkers,
  customersInUse: invitedCustomers,
  person: reputationPersonRecords,
  tables: ["review_sites", "review_settings", "review_texts", "review_invites"],
  reads: ["customers", "messages", "users"],
};
