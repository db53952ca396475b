export {
  campaignSubject,
  cancelCampaign,
  dealerOfCampaign,
  extendCampaigns,
  holdCampaign,
  pauseCampaign,
  releaseCampaign,
  removeCampaign,
  resumeCampaign,
} from "./controls.ts";
export { recentMails } from "./emailChannel.ts";
export { carrierRoom } from "./numberGate.ts";
export { stampAppointments, stampUnsubscribed } from "./outcomes.ts";
export { recentResults } from "./textChannel.ts";
