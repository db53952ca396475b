export { dealerOfCampaign, extendCampaigns, holdCampaign, releaseCampaign } from "./holdCampaign.ts";
