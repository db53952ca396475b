import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import { staff } from "#core/people.ts";
import { Flag, Id, optionalFlag, optionalId } from "#core/words.ts";
import { ChatMessage } from "#domains/inbox/contract.ts";

/** Why a reply waits for a word of its writer: a colleague answered, and the writer had not seen it. */
export const UnseenReply = z.object({ code: z.literal("unseen_reply"), message: ChatMessage });
export type UnseenReply = z.infer<typeof UnseenReply>;

export const teamwork = calls("teamwork", {
  presence: {
    method: "POST",
    path: "/chatPresence",
    allow: staff,
    about:
      "Tells the colleagues who is looking at a chat, and whether they are typing. Nothing is stored: whoever hears nothing for 30 seconds forgets it. `is_here` 0 says goodbye; `is_new` 1, by one who has just come, is answered by those who are there.",
    body: z.object({ chat_id: Id, is_typing: Flag, is_here: optionalFlag, is_new: optionalFlag }),
    rate: { points: 150, seconds: 60, by: "person" },
  },
  assign: {
    method: "POST",
    path: "/assignChat",
    allow: staff,
    about: "Makes a chat a member's, who is told; without a user_id it is nobody's.",
    body: z.object({ chat_id: Id, user_id: optionalId }),
    data: z.object({ assigned_to: z.nullable(Id) }),
  },
  deleteMessage: {
    method: "GET",
    path: "/deleteChatMessage/{message_id}",
    allow: staff,
    about:
      "Deletes a message, for those who may: everybody but the owner sees from then on only that it was there. What was sent to the customer stays with them.",
    params: z.object({ message_id: Id }),
    says: "Message deleted!",
  },
});

export const teamworkEvents = events({
  presence: {
    event: "chat-presence",
    to: "location",
    about: "A colleague looks at a chat, types in it, or has left it. target_id is the chat.",
    passing: true,
    payload: z.object({
      target_id: Id,
      user_id: Id,
      name: z.string(),
      is_typing: z.literal([0, 1]),
      is_here: z.literal([0, 1]),
      is_new: z.literal([0, 1]),
    }),
  },
});
