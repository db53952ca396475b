export { addCampaignTexts, type CampaignText, logAsInvite, reportCampaignText } from "./campaignTexts.ts";
export { chatWith, lockChat, lockInboundPhones } from "./chatStore.ts";
export { inboxFacts } from "./facts.ts";
export { chatMessagesByIds, fileUrlsFor } from "./messageStore.ts";
export { type ChatOpened, openChat } from "./openChat.ts";
export { insertResponses, type NewResponse } from "./responses.ts";
