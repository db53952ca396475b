import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { tracking } from "../contract.ts";
import { trackingHandlers } from "./handlers.ts";

export const trackingManifest: DomainManifest = {
  name: "tracking",
  calls: [callGroup(tracking, trackingHandlers)],
  tables: [],
  reads: [
    "users",
    "customers",
    "chats",
    "messages",
    "message_sends",
    "tracked_texts",
    "campaigns",
    "campaign_recipients",
    "review_invites",
  ],
};
