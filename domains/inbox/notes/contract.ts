import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import { Id, Instant, required } from "#core/fields.ts";
import { staff } from "#core/people.ts";
import { idList } from "#domains/inbox/attachments/contract.ts";
import { ClientId } from "#domains/inbox/composer/contract.ts";

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
      "Adds a note to a chat and notifies the members it mentions. Repeated with the same `client_id`, it answers with the note that is there.",
    body: ChatNoteDraft,
    data: ChatNote,
    successMessage: "Note Added!",
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
    about: "A note was added to a chat or deleted. target_id is the chat.",
    payload: z.object({ target_id: Id }),
  },
});
