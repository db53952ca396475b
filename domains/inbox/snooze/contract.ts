import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, Instant } from "#core/fields.ts";
import { staff } from "#core/people.ts";

/** How far ahead a chat can be snoozed, in minutes and days. */
export const minMinutesSnoozed = 1;
export const maxDaysSnoozed = 365;

export const chatSnooze = calls("snooze", {
  snooze: {
    method: "POST",
    path: "/snoozeChat",
    allow: staff,
    audit: "none: a snoozed chat stays in its own list and comes back by itself",
    about:
      "Hides a chat for the whole team until a time, between a minute and a year from now, or until the customer texts. Only the list of snoozed chats shows it meanwhile. A closed chat can't be snoozed.",
    body: z.object({
      chat_id: Id,
      /** An ISO 8601 instant with its offset. */
      until: z.pipe(
        z.transform((value: Date | string) => (value instanceof Date ? value.toISOString() : String(value))),
        z.iso.datetime({ offset: true, error: "Choose when the conversation comes back" }),
      ),
    }),
    data: z.object({ snoozed_until: z.nullable(Instant) }),
  },
  unsnooze: {
    method: "POST",
    path: "/unsnoozeChat",
    allow: staff,
    audit: "none: the chat is back in sight",
    about: "Ends a chat's snooze. Repeating it changes nothing.",
    body: z.object({ chat_id: Id }),
    data: z.object({ snoozed_until: z.nullable(Instant) }),
  },
});
