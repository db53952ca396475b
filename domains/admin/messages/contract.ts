import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Flag, Id, Instant } from "#core/fields.ts";
import { operator } from "#core/people.ts";
import { PlatformFilter } from "#domains/admin/customers/contract.ts";
import { messageStates } from "#domains/inbox/conversation/contract.ts";

/** Texts from customers, to them, failed ones, and those of campaigns: as the operator's figures count them. */
export const messageKinds = ["in", "out", "failed", "campaign"] as const;

const PlatformMessageFilter = z.extend(PlatformFilter, {
  /** Empty: all. */
  kind: z.optional(z.catch(z.enum(["", ...messageKinds]), "")),
});
export type PlatformMessageFilter = z.infer<typeof PlatformMessageFilter>;

/** A message of any business. */
export const PlatformMessage = z.object({
  id: Id,
  dealer_id: Id,
  /** Null for a message of a conversation. */
  campaign_name: z.nullable(z.string()),
  customer_name: z.string(),
  /** The business. */
  client: z.string(),
  location: z.string(),
  sent_at: Instant,
  message_status: z.enum(messageStates),
  /** Why it failed, in the carrier's words. */
  error: z.string(),
  is_from_customer: Flag,
  /** Empty when deleted. */
  message: z.string(),
  is_deleted: Flag,
});
export type PlatformMessage = z.infer<typeof PlatformMessage>;

export const platformMessages = calls("platformMessages", {
  all: {
    method: "GET",
    path: "/admin/messages",
    allow: operator,
    about: "The newest 500 messages of all clients; truncated says if there are more.",
    data: z.object({ allMessages: z.array(PlatformMessage), truncated: z.boolean() }),
  },
  table: {
    method: "POST",
    path: "/admin/messages/dt",
    allow: operator,
    about:
      "Messages of all clients or of one, newest first, page by page; filterBy as in admin/clients/dt. The search finds messages that contain every word, and customers by name, phone and email; `kind` narrows.",
    body: PlatformMessageFilter,
    table: true,
    data: PlatformMessage,
  },
});
