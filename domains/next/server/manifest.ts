import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { next } from "../contract.ts";
import { nextCounts } from "../counts/contract.ts";
import { nextCountHandlers, nextHandlers } from "./handlers.ts";

export const nextManifest: DomainManifest = {
  name: "next",
  calls: [callGroup(next, nextHandlers), callGroup(nextCounts, nextCountHandlers)],
  person: {
    tables: [],
    exempt: {
      next_snoozes: "until when an entry is put off: no word about anyone",
      next_done: "who closed an entry and when: no word about anyone",
    },
  },
  tables: ["next_snoozes", "next_done"],
  reads: [
    "users",
    "customers",
    "chats",
    "messages",
    "responses",
    "calls",
    "call_recordings",
    "logged_calls",
    "email_replies",
    "leads",
    "lead_stages",
    "lead_vehicles",
    "lead_inquiries",
    "tasks",
    "appointments",
  ],
};
