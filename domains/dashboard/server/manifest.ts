import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { dashboard } from "../contract.ts";
import { leadGoals } from "../goals/contract.ts";
import { leadGoalHandlers } from "../goals/server/handlers.ts";
import { leadFigures } from "../leads/contract.ts";
import { leadFigureHandlers } from "../leads/server/handlers.ts";
import { dashboardHandlers } from "./handlers.ts";
import { dashboardWorkers } from "./rollUp.ts";

export const dashboardManifest: DomainManifest = {
  name: "dashboard",
  calls: [
    callGroup(dashboard, dashboardHandlers),
    callGroup(leadFigures, leadFigureHandlers),
    callGroup(leadGoals, leadGoalHandlers),
  ],
  workers: dashboardWorkers,
  tables: [
    "figure_hours",
    "figure_hours_stale",
    "message_hours",
    "message_hours_stale",
    "message_hours_until",
    "lead_goals",
  ],
  reads: [
    "users",
    "appointments",
    "customers",
    "consent_events",
    "chats",
    "messages",
    "responses",
    "locations",
    "leads",
    "lead_stages",
    "source_spend",
  ],
};
