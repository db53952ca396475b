import { campaignEvents, textCampaigns } from "../../../text/contract.ts";
import { statusGroups } from "../../../text/fields.ts";
import { campaignExport } from "../../contract.ts";
import type { CampaignChannel } from "../campaignChannel.ts";
import { campaignTexts } from "./texts.ts";

/** Text campaigns, as the screens of every channel's campaigns see them. */
export const textChannel: CampaignChannel = {
  home: "/text-campaign",
  groups: statusGroups,
  changed: campaignEvents.changed,
  calls: { ...textCampaigns, download: campaignExport.make },
  texts: {
    title: campaignTexts.title,
    empty: campaignTexts.empty,
    recipients: campaignTexts.columns.recipients,
    viewMessage: campaignTexts.actions.message,
    viewStatistics: campaignTexts.actions.statistics,
    cancelText: campaignTexts.cancelText,
  },
};
