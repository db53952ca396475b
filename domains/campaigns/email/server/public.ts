export { isBlank } from "./saveEmailCampaign.ts";
export { type MailRecipientRow, mailRecipientRange } from "./store.ts";
export { mailStatusOf, ownView } from "./toDetail.ts";
