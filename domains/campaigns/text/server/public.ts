export { checkedChoice } from "./checkedChoice.ts";
export { type RecipientRow, recipientRange } from "./recipientStore.ts";
export { toRecipient } from "./toRecipient.ts";
export { audienceSize, campaignDetail, doneCount } from "./viewStore.ts";
