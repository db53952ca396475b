export { insertBodies } from "./bodyStore.ts";
export { takeInTurn } from "./claimBatch.ts";
export { feedApart } from "./feedApart.ts";
export { leasedRows, renewLeases } from "./leaseStore.ts";
export { type DueRecipient, intendRows, lockDue, postponeRows, sendingCampaigns, skipRows } from "./ledgerStore.ts";
export { markStarted } from "./markStarted.ts";
export { dealersWithCampaigns, stampAppointments, stampUnsubscribed } from "./outcomeStore.ts";
export { dealersWithOverdue, hasOpenRows, recentResults } from "./overdueStore.ts";
export { saveResults } from "./resultStore.ts";
