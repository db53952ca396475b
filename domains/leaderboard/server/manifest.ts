import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { leaderboard } from "../contract.ts";
import { leaderboardHandlers } from "./handlers.ts";

export const leaderboardManifest: DomainManifest = {
  name: "leaderboard",
  calls: [callGroup(leaderboard, leaderboardHandlers)],
  tables: [],
  reads: ["users", "appointments", "customers", "chats", "messages", "responses"],
};
