export { dealersWithCampaigns } from "./outcomeStore.ts";
export { recentResults } from "./overdueStore.ts";
