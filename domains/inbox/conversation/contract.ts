import * as z from "zod/mini";
import { Id, Instant } from "#core/fields.ts";
import { ChatAttachment } from "#domains/inbox/attachments/contract.ts";

/**
 * The state of a text. `queued`: stored; `sending`: handed to the carrier; `sent`, `delivered`: reported by the carrier;
 * `failed`: will not arrive; `unknown`: the carrier's response was lost, so it is never resent automatically.
 * Inbound texts are `received`.
 */
export const messageStates = ["queued", "sending", "sent", "delivered", "failed", "unknown", "received"] as const;
export type MessageState = (typeof messageStates)[number];

/** How a call ended: the two talked, the caller left a message, or neither. */
export const callOutcomes = ["answered", "voicemail", "missed"] as const;
export type CallOutcome = (typeof callOutcomes)[number];

/** What made an automatic text: a missed call, a visitor of the website, the words STOP, START and HELP, or an appointment. */
export const automaticKinds = ["missed_call", "website", "opt_out", "opt_in", "help", "reminder"] as const;
export type AutomaticKind = (typeof automaticKinds)[number];

export const CallInChat = z.object({
  outcome: z.enum(callOutcomes),
  /** Outgoing: a member called the customer. */
  direction: z.enum(["incoming", "outgoing"]),
  /** Length of the call or voicemail in seconds; null while it is going on, and without either. */
  duration: z.nullable(z.number()),
  /** `coming`: still being fetched; `lost`: the carrier had one, but fetching it failed. */
  recording: z.enum(["none", "coming", "kept", "lost"]),
});
export type CallInChat = z.infer<typeof CallInChat>;

export const ChatMessage = z.object({
  id: Id,
  chat_id: Id,
  message_type: z.enum(["message", "voice"]),
  message: z.string(),
  /** The address of its first file. */
  attachment_path: z.nullable(z.string()),
  /** Its files; inbound media is missing until it has been fetched from the carrier. */
  attachments: z.array(ChatAttachment),
  is_from_customer: z.literal([0, 1]),
  name_initials: z.string(),
  /** The member who wrote it; empty for messages of the customer and the system. */
  sent_by: z.string(),
  datetime: Instant,
  /** The recording's address, valid for at least an hour; null while there is none. */
  recording: z.nullable(z.string()),
  /** The call's outcome; null for a text. */
  call: z.nullable(CallInChat),
  /** How many files it has. */
  media_count: z.number(),
  state: z.enum(messageStates),
  /** Why it failed, for users; empty otherwise. */
  error: z.string(),
  /** The id the browser gave the message, so that a retry is recognized. */
  client_id: z.nullable(z.string()),
  /** The campaign that sent it; null for every other message. */
  campaign: z.nullable(z.object({ id: Id, title: z.string() })),
  /** What made an automatic text; null for every other message, and for automatic ones that were sent before this was kept. */
  automatic: z.nullable(z.enum(automaticKinds)),
  /** The customer's other phone, when it came from or went to that one: after a merge. */
  phone: z.nullable(z.string()),
  /** The page that a website's visitor wrote it on, empty when unknown; null for a text or a call. */
  web_page: z.nullable(z.string()),
  /** The name that the visitor typed; null for a text or a call. */
  web_name: z.nullable(z.string()),
  /** Who deleted it and when; only the owner still receives its content. */
  deleted: z.nullable(z.object({ by: z.string(), at: Instant })),
});
export type ChatMessage = z.infer<typeof ChatMessage>;
