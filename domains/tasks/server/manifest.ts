import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { tasks } from "../contract.ts";
import { taskHandlers } from "./handlers.ts";
import { handOverTasks } from "./handOverTasks.ts";
import { openTasks } from "./openTasks.ts";
import { taskPersonRecords } from "./personRecords.ts";
import { taskWorkers } from "./worker.ts";

export const tasksManifest: DomainManifest = {
  name: "tasks",
  calls: [callGroup(tasks, taskHandlers)],
  workers: taskWorkers,
  customerWork: [openTasks],
  handOvers: [{ what: "task", handOver: handOverTasks }],
  person: taskPersonRecords,
  tables: ["tasks", "task_rules"],
  reads: [
    "users",
    "appointments",
    "appointment_end",
    "customers",
    "chats",
    "messages",
    "responses",
    "calls",
    "reviews",
    "review_assignees",
    "review_invites",
    "review_replies",
    "review_settings",
    "review_sites",
  ],
};
