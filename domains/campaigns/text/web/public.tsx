export { CampaignsOfChat } from "./CampaignsOfChat.tsx";
