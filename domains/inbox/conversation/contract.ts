import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import { type FieldRule, Id, Instant, inOrder, opaqueText, required } from "#core/fields.ts";
import { staff } from "#core/people.ts";
import { ChatAttachment, idList } from "#domains/inbox/attachments/contract.ts";

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

/**
 * What made an automatic text: a missed call, a visitor of the website, the words STOP, START and HELP, an appointment, a
 * text while the location was closed, a new lead, or its follow-up plan.
 */
export const automaticKinds = [
  "missed_call",
  "website",
  "opt_out",
  "opt_in",
  "help",
  "reminder",
  "after_hours",
  "first_answer",
  "plan",
] as const;
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

/* The text of a message to a customer, sent now or scheduled. */

/** Carriers accept 1,600 characters; the product's limit is two SMS segments. */
export const maxTextLength = 320;

const sendable = [
  [(text: string) => text.length <= maxTextLength, `A message can have up to ${maxTextLength} characters`],
  [(text: string) => !text.includes("\u0000"), "This contains a character that can't be sent"],
] as const satisfies FieldRule<string>[];

export const emptyMessageText = "Message cannot be empty";

/** A text that must not be empty. */
export const RequiredText = z
  .string({ error: emptyMessageText })
  .check(z.trim(), inOrder([(text) => text.length > 0, emptyMessageText], ...sendable));

/** A text that may be empty when a file is attached. */
export const MessageText = z._default(z.string({ error: emptyMessageText }), "").check(z.trim(), inOrder(...sendable));

/** Chosen by the browser per message, so that a retry after a lost response sends nothing twice. */
export const ClientId = z.optional(opaqueText(8, 64, "Give each message an id of 8 to 64 characters"));

export const maxNoteLength = 2_000;

/** Low enough to return a chat's notes without paging. */
export const maxNotesPerChat = 300;

export const maxNoteMentions = 20;

/** The team's internal note about a chat; the customer never sees it. */
export const ChatNote = z.object({
  id: Id,
  note: z.string(),
  created_by_name: z.string(),
  created_date: Instant,
  /** 1: the caller may delete it. */
  may_delete: z.literal([0, 1]),
});
export type ChatNote = z.infer<typeof ChatNote>;

export const ChatNoteDraft = z.object({
  chat_id: Id,
  note: required("Please type a note to add!", maxNoteLength),
  /** Members of the location mentioned with an @; each is notified. */
  mentions: idList(maxNoteMentions, `A note can mention at most ${maxNoteMentions} people`),
  /** The app's own id of the note: sent again, it adds no second one. */
  client_id: ClientId,
});

export const chatNotes = calls("chatNotes", {
  add: {
    method: "POST",
    path: "/chatNotes/add",
    allow: staff,
    audit: "own rows",
    about:
      "Adds a note to a chat and notifies the members it mentions. Repeated with the same `client_id`, it returns the existing note.",
    body: ChatNoteDraft,
    data: ChatNote,
    successMessage: "Note Added!",
  },
  update: {
    method: "POST",
    path: "/chatNotes/update/{chat_id}/{note_id}",
    allow: staff,
    audit: "trail",
    about: "Changes a note's words: the caller's own, or any as a manager. Nobody is notified again.",
    params: z.object({ chat_id: Id, note_id: Id }),
    body: z.object({ note: ChatNoteDraft.shape.note }),
    data: z.object({ id: Id }),
    successMessage: "Note saved",
  },
  ofChat: {
    method: "GET",
    path: "/chatNotes/get/{chat_id}",
    allow: staff,
    supportAccess: "reads",
    about: "A chat's notes, newest first.",
    params: z.object({ chat_id: Id }),
    data: z.array(ChatNote),
  },
  remove: {
    method: "GET",
    path: "/chatNotes/delete/{chat_id}/{note_id}",
    allow: staff,
    audit: "trail",
    about: "Deletes a note: the caller's own, or any as a manager. Repeating it changes nothing.",
    params: z.object({ chat_id: Id, note_id: Id }),
    successMessage: "Note deleted!",
  },
});

export const chatNoteEvents = events({
  changed: {
    event: "chat-notes-changed",
    to: "location",
    about: "A note was added to a chat, changed or deleted. target_id is the chat.",
    payload: z.object({ target_id: Id }),
  },
});

export const messageDeletion = calls("teamwork", {
  deleteMessage: {
    method: "GET",
    path: "/deleteChatMessage/{message_id}",
    allow: staff,
    audit: "trail",
    about:
      "Deletes a message, for those allowed to. After that, everyone but the owner sees only that it existed. The customer keeps what was sent.",
    params: z.object({ message_id: Id }),
    successMessage: "Message deleted!",
  },
});

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
  /** The member's name; empty for the system. */
  by: z.string(),
  /** The new assignee's name; empty for none, and for other events. */
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
