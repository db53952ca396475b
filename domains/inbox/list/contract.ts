import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import {
  chosenId,
  Id,
  Instant,
  inOrder,
  oneOf,
  opaqueText,
  optionalFlag,
  optionalId,
  required,
  sent,
} from "#core/fields.ts";
import { staff } from "#core/people.ts";
import { Chat } from "#domains/inbox/contract.ts";
import { Tag } from "#domains/tags/contract.ts";

/** A message that matches the search. */
export const FoundMessage = z.object({
  message_id: Id,
  chat: Chat,
  is_from_customer: z.literal([0, 1]),
  datetime: Instant,
  /** The message's text around the first match. */
  excerpt: z.string(),
  /** The matches in the excerpt, as [start, end) in UTF-16 code units. */
  marks: z.array(z.tuple([z.number(), z.number()])),
});
export type FoundMessage = z.infer<typeof FoundMessage>;

export const minSearchCharacters = 2;

export const inboxSearch = calls("inboxSearch", {
  search: {
    method: "POST",
    path: "/inbox/search",
    allow: staff,
    supportAccess: "reads",
    about:
      "The location's chats whose customer matches every word by name, phone or email, in list order (active first), and all messages that contain every word, newest first. Messages are searched only if a word has three letters or digits in a row. The first answer holds the first page of both; a cursor asks for more of its part. A page may be short or empty and still have a cursor: then the search isn't finished.",
    body: z.object({
      search_param: required("Type at least 2 characters", 100).check(
        inOrder([(text) => [...text].length >= minSearchCharacters, "Type at least 2 characters"]),
      ),
      cursor: z.optional(opaqueText(0, 100, "Search again")),
    }),
    data: z.object({
      chats: z.array(Chat),
      messages: z.array(FoundMessage),
      /** 0: no word was long enough to look for in messages. */
      searches_messages: z.literal([0, 1]),
      next_cursor: z.object({ chats: z.nullable(z.string()), messages: z.nullable(z.string()) }),
    }),
  },
});

/** The most chats that one call changes. */
export const maxSelectedChats = 100;

/** The selected chats, each once. */
const SelectedChats = z.pipe(
  z.transform((value: number | string | readonly (number | string)[] | null | undefined) => {
    const ids: (number | string)[] = [value ?? []].flat();
    return [...new Map(ids.map((id) => [String(id), id])).values()];
  }),
  z
    .array(Id)
    .check(
      z.minLength(1, "Select at least one conversation"),
      z.maxLength(maxSelectedChats, `Select at most ${maxSelectedChats} conversations`),
    ),
);

/** The result for the selected chats. */
const SelectionResult = z.object({
  changed: z.number(),
  /** Those that weren't like this before. */
  changed_ids: z.array(Id),
  /** Those whose customers have been deleted meanwhile. */
  failed: z.array(Id),
});
export type SelectionResult = z.infer<typeof SelectionResult>;

export const chatSelection = calls("chatSelection", {
  assign: {
    method: "POST",
    path: "/chats/assign",
    allow: staff,
    audit: "trail",
    about: "Assigns up to 100 chats to a member, who is notified once; with an empty user_id, to no one.",
    body: z.object({ chat_ids: SelectedChats, user_id: sent(optionalId) }),
    data: SelectionResult,
  },
  close: {
    method: "POST",
    path: "/chats/close",
    allow: staff,
    audit: "trail",
    about: "Closes up to 100 chats, or reopens them.",
    body: z.object({
      chat_ids: SelectedChats,
      is_closed: oneOf([0, 1], "Select whether to close or open the conversations"),
      /** 1 with is_closed 0 also brings back the snoozes that closing ended, unless their time has come. */
      undo: optionalFlag,
    }),
    data: SelectionResult,
  },
  tag: {
    method: "POST",
    path: "/chats/tag",
    allow: staff,
    audit: "trail",
    about: "Adds a tag to up to 100 chats. Those that have it already stay as they are.",
    body: z.object({ chat_ids: SelectedChats, tag_id: chosenId("Please select a tag to add!") }),
    data: SelectionResult,
  },
});

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

const whoText = "Select a team member, or send user_id empty for nobody.";

export const chatAssignment = calls("teamwork", {
  assign: {
    method: "POST",
    path: "/assignChat",
    allow: staff,
    audit: "none: the new assignee is told who gave them the chat",
    about: "Assigns a chat to a member, who is notified; with an empty user_id, to no one.",
    body: z.object({ chat_id: Id, user_id: sent(optionalId, whoText) }),
    data: z.object({ assigned_to: z.nullable(Id) }),
  },
});

/** A tag with the number of the acting location's customers who have it. */
export const CountedTag = z.extend(Tag, { customer_count: z.number() });
export type CountedTag = z.infer<typeof CountedTag>;

export const chatTags = calls("chatTags", {
  all: {
    method: "POST",
    path: "/chatTags/get",
    allow: staff,
    supportAccess: "reads",
    about: "All tags, each with the number of the location's customers.",
    data: z.array(CountedTag),
  },
  ofChat: {
    method: "POST",
    path: "/chatTags/get/{chat_id}",
    allow: staff,
    supportAccess: "reads",
    about: "A chat's tags, and the tags it doesn't have.",
    params: z.object({ chat_id: Id }),
    data: z.object({ my_tags: z.array(Tag), other_tags: z.array(Tag) }),
  },
  add: {
    method: "POST",
    path: "/chatTags/add",
    allow: staff,
    audit: "own rows",
    about: "Adds a tag to a chat. Repeating it changes nothing.",
    body: z.object({ chat_id: Id, tag_id: chosenId("Please select a tag to add!") }),
    successMessage: "Tag Added!",
  },
  remove: {
    method: "GET",
    path: "/chatTags/delete/{chat_id}/{tag_id}",
    allow: staff,
    audit: "none: a tag is put back with a click",
    about: "Removes a tag from a chat. Repeating it changes nothing.",
    params: z.object({ chat_id: Id, tag_id: Id }),
    successMessage: "Tag deleted!",
  },
  clearUnreplied: {
    method: "GET",
    path: "/chatTags/clear/{chat_id}/unreplied",
    allow: staff,
    audit: "none: what the customer wrote stays in sight",
    about: "Marks a chat as replied without a reply. The customer's next text makes it unreplied again.",
    params: z.object({ chat_id: Id }),
    successMessage: "Tag cleared!",
  },
});

export const chatTagEvents = events({
  changed: {
    event: "chat-tags-changed",
    to: "location",
    about: "A tag was put on a chat or taken off. target_id is the chat.",
    payload: z.object({ target_id: Id, tag_id: Id }),
  },
});

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
