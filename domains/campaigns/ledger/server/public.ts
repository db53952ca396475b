export { dealersWithCampaigns, stampAppointments, stampUnsubscribed } from "./outcomeStore.ts";
export { recentResults } from "./overdueStore.ts";
