import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import { Flag, Id, optionalFlag } from "#core/fields.ts";
import { staff } from "#core/people.ts";

export const chatPresence = calls("teamwork", {
  presence: {
    method: "POST",
    path: "/chatPresence",
    allow: staff,
    audit: "none: who looks and types is published, not stored",
    about:
      "Shows colleagues who is viewing a chat and who is typing. Nothing is stored and it expires after 30 seconds. `is_here` 0 means leaving; `is_new` 1, from someone who just opened it, asks those present to answer.",
    body: z.object({ chat_id: Id, is_typing: Flag, is_here: optionalFlag, is_new: optionalFlag }),
    rate: { points: 150, seconds: 60, by: "person" },
  },
});

export const chatPresenceEvents = events({
  presence: {
    event: "chat-presence",
    to: "location",
    about: "A colleague looks at a chat, types in it, or has left it. target_id is the chat.",
    transient: true,
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
