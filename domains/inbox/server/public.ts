export type { CampaignText } from "./campaignTextStore.ts";
export { addCampaignTexts, reportCampaignText } from "./campaignTexts.ts";
export { holdInbound } from "./chatStore.ts";
