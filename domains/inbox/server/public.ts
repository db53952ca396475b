export type { CampaignText } from "./campaignTextStore.ts";
export { addCampaignTexts, reportCampaignText } from "./campaignTexts.ts";
export type { ChatOpened } from "./chatOpened.ts";
export { chatWith, holdInbound, lockChat } from "./chatStore.ts";
export { logAsInvite } from "./loggedTextStore.ts";
