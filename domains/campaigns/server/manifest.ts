import { callGroup, type DomainManifest, on } from "#core/server/domainManifest.ts";
import { locationFacts } from "#domains/locations/server/public.ts";
import { campaignPictures, campaignPreview, emailPreview, testEmails, testTexts } from "../compose/contract.ts";
import {
  campaignPictureHandlers,
  campaignPreviewHandlers,
  emailPreviewHandlers,
  testEmailHandlers,
  testTextHandlers,
} from "../compose/server/handlers.ts";
import { pictureWorkers } from "../compose/server/sweepPictures.ts";
import { emailCampaigns } from "../email/contract.ts";
import { emailCampaignHandlers } from "../email/server/handlers.ts";
import { campaignExport, emailReports } from "../results/contract.ts";
import { serveCampaignExport } from "../results/server/exportRecipients.ts";
import { campaignExportHandlers, emailReportHandlers } from "../results/server/handlers.ts";
import { receiveCampaignMailEvent } from "../results/server/receiveEmailEvent.ts";
import { serveVisits } from "../results/server/serveVisits.ts";
import { interleaveBeforeInbound, interleaveInOpenedChat } from "../sending/server/conversations.ts";
import { sendingJobs } from "../sending/server/jobs.ts";
import { onNumberChanged } from "../sending/server/numberGate.ts";
import { receiveCampaignReport } from "../sending/server/reports.ts";
import { textCampaigns } from "../text/contract.ts";
import { textCampaignHandlers } from "../text/server/handlers.ts";
import { campaignPersonRecords } from "./personRecords.ts";

export const campaignsManifest: DomainManifest = {
  name: "campaigns",
  calls: [
    callGroup(textCampaigns, textCampaignHandlers),
    callGroup(campaignPictures, campaignPictureHandlers),
    callGroup(emailCampaigns, emailCampaignHandlers),
    callGroup(emailPreview, emailPreviewHandlers),
    callGroup(emailReports, emailReportHandlers),
    callGroup(testEmails, testEmailHandlers),
    callGroup(campaignPreview, campaignPreviewHandlers),
    callGroup(testTexts, testTextHandlers),
    callGroup(campaignExport, campaignExportHandlers),
  ],
  routes: [serveCampaignExport, serveVisits],
  mailListener: (server) => ({ onMailEvent: (event) => receiveCampaignMailEvent(server, event) }),
  workers: pictureWorkers,
  intervalJobs: sendingJobs,
  listeners: [on(locationFacts.numberRegistrationChanged, "campaigns.numberChanged", onNumberChanged)],
  beforeInbound: interleaveBeforeInbound,
  chatOpened: interleaveInOpenedChat,
  receiveReport: receiveCampaignReport,
  person: campaignPersonRecords,
  tables: [
    "campaigns",
    "campaign_lists",
    "campaign_picks",
    "campaign_attestations",
    "campaign_recipients",
    "campaign_bodies",
    "campaign_senders",
    "campaign_batches",
    "campaign_intents",
    "campaign_tests",
    "campaign_weavings",
    "campaign_links",
    "campaign_visits",
  ],
  reads: [
    "customers",
    "customer_lists",
    "list_members",
    "uploads",
    "consent_events",
    "appointments",
    "locations",
    "chats",
    "marketing_images",
    "text_templates",
    "email_templates",
    "mail_addresses",
    "mail_suppressions",
    "mail_consent_events",
  ],
};
