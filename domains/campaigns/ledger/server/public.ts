export { takeInTurn } from "./claimBatch.ts";
export {
  type DueRecipient,
  insertBodies,
  intendRows,
  postponeRows,
  saveResults,
  sendingCampaigns,
  skipRows,
} from "./ledgerStore.ts";
export { markStarted } from "./markStarted.ts";
export { dealersWithCampaigns, stampAppointments, stampUnsubscribed } from "./outcomeStore.ts";
export { dealersWithOverdue, hasOpenRows, recentResults } from "./overdueStore.ts";
export { stillToSend } from "./stillToSend.ts";
