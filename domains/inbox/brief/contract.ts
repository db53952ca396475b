import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, Instant } from "#core/fields.ts";
import { staff } from "#core/people.ts";

/** A chat's summary. */
export const BriefChat = z.object({
  id: Id,
  customer_name: z.string(),
  is_closed: z.literal([0, 1]),
  last_message: z.string(),
  last_message_time: Instant,
  /** Relative: `now`, `5m`, `2h`, `3d`. */
  last_message_time_ago: z.string(),
  new_messages_count: z.number(),
});

/** A message's summary. */
export const BriefMessage = z.object({
  id: Id,
  message: z.string(),
  is_from_customer: z.literal([0, 1]),
  datetime: Instant,
  time_ago: z.string(),
  /** Who deleted it and when; only the owner still receives its text. */
  deleted: z.nullable(z.object({ by: z.string(), at: Instant })),
});

/**
 * Short forms for other programs. Our screens use `getAllChats` and `getAllChatMessages` of `inbox/contract.ts`, which also
 * mark a chat as read.
 */
export const briefInbox = calls("briefInbox", {
  chats: {
    method: "GET",
    path: "/getChats",
    allow: staff,
    supportAccess: "reads",
    about:
      "The location's chats in list order, active first; at most 500, and the message says if there are more. `getAllChats` has all of them.",
    data: z.array(BriefChat),
  },
  messages: {
    method: "GET",
    path: "/getChatMessages/{chat_id}",
    allow: staff,
    supportAccess: "reads",
    about:
      "A chat's newest messages, oldest first; at most 500, and the message says if there are more. Doesn't mark the chat read; `getAllChatMessages` does.",
    params: z.object({ chat_id: Id }),
    data: z.array(BriefMessage),
  },
});
