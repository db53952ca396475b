import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { reminders } from "../contract.ts";
import { reminderHandlers } from "./handlers.ts";
import { readAnswers } from "./readAnswers.ts";
import { reminderWorkers } from "./worker.ts";

export const remindersManifest: DomainManifest = {
  name: "reminders",
  calls: [callGroup(reminders, reminderHandlers)],
  workers: reminderWorkers,
  afterInbound: readAnswers,
  tables: ["reminder_settings", "appointment_reminders"],
  reads: ["appointments", "customers", "locations", "dealers", "messages"],
};
