import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import { Id, Instant, optionalFlag } from "#core/fields.ts";
import { staff } from "#core/people.ts";
import { AttachmentIds, ChatAttachment } from "#domains/inbox/attachments/contract.ts";
import { ChatMessage, ClientId, MessageText } from "#domains/inbox/conversation/contract.ts";

/** The `data` of a conflict: a colleague replied, and the author of this reply hadn't seen it. */
export const UnseenReply = z.object({ code: z.literal("unseen_reply"), message: ChatMessage });
export type UnseenReply = z.infer<typeof UnseenReply>;

/** How far ahead a text can be scheduled, in minutes and days. */
export const minMinutesAhead = 1;
export const maxDaysAhead = 365;

export const maxScheduledPerChat = 20;

/** `refused`: it couldn't be sent at its time, and `reason` says why; `undone`: a member took it back. */
export const scheduledStates = ["waiting", "sent", "refused", "undone"] as const;
export type ScheduledState = (typeof scheduledStates)[number];

/** A text scheduled for later. */
export const ScheduledMessage = z.object({
  id: Id,
  chat_id: Id,
  message: z.string(),
  attachments: z.array(ChatAttachment),
  send_at: Instant,
  state: z.enum(scheduledStates),
  /** Why it was not sent, for users; empty otherwise. */
  reason: z.string(),
  /** 1: it isn't sent when the customer writes or calls first. */
  unless_reply: z.literal([0, 1]),
  /** The member who wrote it. */
  sent_by: z.string(),
  created_at: Instant,
});
export type ScheduledMessage = z.infer<typeof ScheduledMessage>;

export const ScheduledDraft = z.object({
  chat_id: Id,
  message: MessageText,
  attachment_ids: AttachmentIds,
  /** An ISO 8601 instant with its offset. */
  send_at: z.pipe(
    z.transform((value: Date | string) => (value instanceof Date ? value.toISOString() : String(value))),
    z.iso.datetime({ offset: true, error: "Select when to send it" }),
  ),
  unless_reply: optionalFlag,
  /** Chosen by the browser, so that the same text is never scheduled twice. */
  client_id: ClientId,
});

export const scheduledMessages = calls("scheduledMessages", {
  add: {
    method: "POST",
    path: "/scheduledMessages/add",
    allow: staff,
    audit: "own rows",
    about:
      "Schedules a text to a chat's customer, between a minute and a year from now. Opt-outs are checked again before sending.",
    body: ScheduledDraft,
    data: ScheduledMessage,
    successMessage: "Message scheduled",
  },
  ofChat: {
    method: "GET",
    path: "/scheduledMessages/get/{chat_id}",
    allow: staff,
    supportAccess: "reads",
    about: "A chat's scheduled texts, next first, and those that couldn't be sent.",
    params: z.object({ chat_id: Id }),
    data: z.array(ScheduledMessage),
  },
  undo: {
    method: "POST",
    path: "/scheduledMessages/delete/{scheduled_id}",
    allow: staff,
    audit: "trail",
    about: "Cancels a scheduled text and returns its words and files; the files can be sent for another day.",
    params: z.object({ scheduled_id: Id }),
    data: ScheduledMessage,
    successMessage: "Message canceled",
  },
});

export const scheduledEvents = events({
  changed: {
    event: "scheduled-changed",
    to: "location",
    about: "A text was scheduled in a chat, canceled, sent or refused. target_id is the chat.",
    payload: z.object({ target_id: Id }),
  },
});
