export { type MailRecipientRow, mailRecipientRange } from "./mailRecipientStore.ts";
export { recentMails } from "./mailStore.ts";
export { isBlank } from "./saveEmailCampaign.ts";
export { mailStatusOf, ownView } from "./toMailRecipient.ts";
