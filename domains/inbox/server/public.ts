export { addCampaignTexts, type CampaignText, logAsInvite, reportCampaignText } from "./campaignTexts.ts";
export { chatWith, lockChat, lockInboundPhones } from "./chatStore.ts";
export { callFacts } from "./facts.ts";
export { type ChatOpened, openChat } from "./openChat.ts";
export { insertResponses, type NewResponse } from "./responses.ts";
