import { emailCampaigns } from "../../../email/contract.ts";
import { campaignEvents } from "../../../text/contract.ts";
import { statusGroups } from "../../../text/fields.ts";
import { campaignExport } from "../../contract.ts";
import type { CampaignChannel } from "../campaignChannel.ts";
import { emailTexts } from "./texts.ts";

/** Email campaigns, as the screens of every channel's campaigns see them. */
export const emailChannel: CampaignChannel = {
  home: "/email-campaign",
  groups: statusGroups.filter((group) => group !== "waiting"),
  changed: campaignEvents.changed,
  calls: { ...emailCampaigns, download: campaignExport.makeEmail },
  texts: {
    title: emailTexts.title,
    empty: emailTexts.empty,
    recipients: emailTexts.columns.recipients,
    viewMessage: emailTexts.viewMessage,
    viewStatistics: emailTexts.viewStatistics,
    cancelText: emailTexts.cancelText,
  },
};
