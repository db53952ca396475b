export { insertBodies } from "./bodyStore.ts";
export { takeInTurn } from "./claimBatch.ts";
export {
  type DueRecipient,
  intendRows,
  leasedRows,
  postponeRows,
  renewLeases,
  saveResults,
  sendingCampaigns,
  skipRows,
} from "./ledgerStore.ts";
export { markStarted } from "./markStarted.ts";
export { dealersWithCampaigns, stampAppointments, stampUnsubscribed } from "./outcomeStore.ts";
export { dealersWithOverdue, hasOpenRows, recentResults } from "./overdueStore.ts";
