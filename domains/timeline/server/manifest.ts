import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { timeline } from "../contract.ts";
import { timelineHandlers } from "./handlers.ts";

export const timelineManifest: DomainManifest = {
  name: "timeline",
  calls: [callGroup(timeline, timelineHandlers)],
  tables: [],
  reads: [
    "users",
    "customers",
    "chats",
    "messages",
    "chat_notes",
    "calls",
    "call_recordings",
    "customer_emails",
    "email_replies",
    "logged_calls",
    "meeting_invitations",
    "tasks",
    "appointments",
    "campaigns",
    "campaign_recipients",
    "review_invites",
    "review_sites",
    "reviews",
    "leads",
    "lead_moves",
    "lead_stages",
    "lead_vehicles",
    "consent_events",
    "mail_addresses",
    "mail_consent_events",
  ],
};
