export { failConnection } from "./failConnection.ts";
export { sweepReviewSitesJob, syncReviewsJob } from "./jobs.ts";
export { type OpenedConnection, openConnection } from "./openConnection.ts";
export {
  type ConnectionKey,
  connectionsOf,
  endConnection,
  findConnection,
  type LockedConnection,
  lockConnection,
  resumeWalks,
  type StoredConnection,
  takeDueConnections,
  updateConnection,
} from "./store.ts";
