export {
  campaignSubject,
  cancelCampaign,
  pauseCampaign,
  removeCampaign,
  resumeCampaign,
} from "./cancelCampaign.ts";
export { checkedChoice } from "./checkedChoice.ts";
export { campaignByClientId, insertCampaign, replaceChoice } from "./choiceStore.ts";
export { assertChosen, assertFinished, assertToCome, lockOrAdd, ownSchedule, scheduleFieldsOf } from "./lockOrAdd.ts";
export { narrowedRows, periodRange } from "./narrowedRows.ts";
export { type RecipientRow, recipientRange } from "./recipientStore.ts";
export { clockTime, withStop } from "./toDetail.ts";
export { toRecipient } from "./toRecipient.ts";
export { audienceSize, campaignDetail, campaignRows, countResults, doneCount } from "./viewStore.ts";
