import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { emailCampaigns } from "../email/contract.ts";
import { emailCampaignHandlers } from "../email/server/handlers.ts";
import { emailPreview } from "../emailPreview/contract.ts";
import { emailPreviewHandlers } from "../emailPreview/server/handlers.ts";
import { emailReports } from "../emailReports/contract.ts";
import { emailReportHandlers } from "../emailReports/server/handlers.ts";
import { campaignExport } from "../export/contract.ts";
import { campaignExportHandlers } from "../export/server/handlers.ts";
import { serveCampaignExport } from "../export/server/serveCampaignExport.ts";
import { receiveCampaignReport } from "../ledger/server/receiveCampaignReport.ts";
import { ledgerTickers } from "../ledger/server/tickers.ts";
import { receiveCampaignMailEvent } from "../mailActivity/server/receiveCampaignMailEvent.ts";
import { serveVisits } from "../mailActivity/server/serveVisits.ts";
import { mailLedgerTickers } from "../mailLedger/server/tickers.ts";
import { campaignPictures } from "../pictures/contract.ts";
import { campaignPictureHandlers } from "../pictures/server/handlers.ts";
import { pictureWorkers } from "../pictures/server/worker.ts";
import { campaignPreview } from "../preview/contract.ts";
import { campaignPreviewHandlers } from "../preview/server/handlers.ts";
import { testEmails } from "../testEmail/contract.ts";
import { testEmailHandlers } from "../testEmail/server/handlers.ts";
import { testTexts } from "../testText/contract.ts";
import { testTextHandlers } from "../testText/server/handlers.ts";
import { textCampaigns } from "../text/contract.ts";
import { textCampaignHandlers } from "../text/server/handlers.ts";
import { weave, weaveBeforeInbound, weaveOpenedChat } from "../weaving/server/weave.ts";
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
  tickers: [...ledgerTickers, ...mailLedgerTickers, { name: "campaigns.weave", seconds: 5, work: weave }],
  beforeInbound: weaveBeforeInbound,
  chatOpened: weaveOpenedChat,
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
    "users",
    "mail_addresses",
    "mail_suppressions",
    "mail_consent_events",
  ],
};
