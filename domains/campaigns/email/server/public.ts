export { recentMails } from "./mailStore.ts";
export { isBlank } from "./saveEmailCampaign.ts";
export { ownView } from "./toMailRecipient.ts";
