export {
  assertChosen,
  assertFinished,
  assertToCome,
  checkedChoice,
  lockOrAdd,
  ownSchedule,
  scheduleFieldsOf,
} from "./saveCampaign.ts";
export {
  audienceSize,
  campaignByClientId,
  campaignDetail,
  campaignRows,
  countResults,
  doneCount,
  insertCampaign,
  narrowedRows,
  periodRange,
  type RecipientRow,
  recipientRange,
  replaceChoice,
} from "./store.ts";
export { toRecipient, withStop } from "./toDetail.ts";
