import * as z from "zod/mini";
import { events } from "#core/event.ts";
import { Id, Instant } from "#core/fields.ts";

/** What the log of a chat shows besides messages: notes, what the team did with the chat, consent, and what customers said about their appointments. */
export const chatEventKinds = [
  "note",
  "assigned",
  "closed",
  "reopened",
  "snoozed",
  "opted in",
  "opted out",
  "opt-out undone",
  "asked to stop",
  "confirmed",
  "asked to change",
] as const;

export const ChatEvent = z.object({
  /** Unique within the chat, like `note-12`. */
  key: z.string(),
  kind: z.enum(chatEventKinds),
  at: Instant,
  /** The member who did it; empty when nobody did. */
  by: z.string(),
  /** Whom the chat was assigned to; empty for nobody, and for other events. */
  assigned_to: z.string(),
  /** Until when it was snoozed. */
  snoozed_until: z.nullable(Instant),
  /** A note's text; empty for other events. */
  note: z.string(),
});
export type ChatEvent = z.infer<typeof ChatEvent>;

export const timelineEvents = events({
  changed: {
    event: "chat-log-changed",
    to: "location",
    about:
      "A chat was assigned, closed, reopened or snoozed, or its customer said something about an appointment. target_id is the chat.",
    payload: z.object({ target_id: Id }),
  },
});
