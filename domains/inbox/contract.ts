import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import { chosenId, Id, Instant, oneOf, opaqueText, optionalFlag, optionalId, wholeNumber } from "#core/fields.ts";
import { staff } from "#core/people.ts";
import { AskedToStop } from "#domains/customers/consent/contract.ts";
import { AttachmentIds, attachmentField } from "#domains/inbox/attachments/contract.ts";
import { ChatEvent, ChatMessage, ClientId, MessageText, RequiredText } from "#domains/inbox/conversation/contract.ts";
import { ChatListSlug } from "#domains/tags/contract.ts";

/** A chat's customer, as shown in the inbox. */
export const ChatCustomer = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  phone: z.string(),
  email: z.string(),
  optin_status: z.literal([0, 1]),
  /** A text that looks like an opt-out request, until staff decide on it. */
  asked_to_stop: z.nullable(AskedToStop),
});

export type ChatCustomer = z.infer<typeof ChatCustomer>;

/** Who wrote a chat's last message; `automatic`: no person did. */
export const LastSpeaker = z.object({
  who: z.enum(["customer", "member", "automatic"]),
  /** The member; null for the others. */
  user_id: z.nullable(Id),
  first_name: z.string(),
  /** 1: it is ours and didn't reach the customer. */
  is_failed: z.literal([0, 1]),
});
export type LastSpeaker = z.infer<typeof LastSpeaker>;

export const Chat = z.object({
  id: Id,
  customer: ChatCustomer,
  /** The time of the chat's latest activity. */
  chat_time: Instant,
  /** The last message's text. */
  new_message: z.string(),
  /** Unread customer messages. */
  new_message_count: z.number(),
  is_read: z.literal([0, 1]),
  is_replied: z.literal([0, 1]),
  /** Since when the customer has waited for a person's reply; null when they aren't waiting. */
  waiting_since: z.nullable(Instant),
  is_pinned: z.literal([0, 1]),
  is_closed: z.literal([0, 1]),
  latest_chat_message_sent_time: z.nullable(Instant),
  latest_chat_message_received_time: z.nullable(Instant),
  /** Its tags, so that the browser knows which lists it belongs to. */
  tag_ids: z.array(Id),
  /** The assigned member; null while unassigned. */
  assigned_to: z.nullable(Id),
  /** Until when it is out of sight; null when it isn't. The customer's next text ends it earlier. */
  snoozed_until: z.nullable(Instant),
  /** Since when messages in the customer's name came from a website alone; null once the phone itself texted. */
  unconfirmed_since: z.nullable(Instant),
  /** Who wrote the last message; null without one. */
  last_message_from: z.nullable(LastSpeaker),
});
export type Chat = z.infer<typeof Chat>;

export const CurrentChat = z.extend(Chat, {
  /** Why nothing can be sent right now, for users; empty when it can. */
  cannot_send: z.string(),
  /** 1: carriers may block what is sent, because the location's number isn't registered with them. */
  is_number_held: z.literal([0, 1]),
});
export type CurrentChat = z.infer<typeof CurrentChat>;

/** The built-in lists; every other list is a tag's, named by its slug. */
export const chatTypes = ["all", "unread", "unreplied", "mine", "unassigned", "snoozed"] as const;
export type ChatType = (typeof chatTypes)[number];

/** The order of a list: newest activity first, or only those that wait for a reply, the longest first. */
export const chatSorts = ["newest", "waiting"] as const;
export type ChatSort = (typeof chatSorts)[number];

/** How many chats the lists of one tab hold. */
export const ChatCounts = z.object({ mine: z.number(), unassigned: z.number(), all: z.number() });
export type ChatCounts = z.infer<typeof ChatCounts>;

export const inbox = calls("inbox", {
  chats: {
    method: "POST",
    path: "/getAllChats/{type}/{offset}",
    allow: staff,
    supportAccess: "reads",
    about:
      "A page of the location's chats, pinned first, then by latest activity: all, unread, unreplied, mine (assigned to the caller), unassigned, snoozed or a tag's by slug, split into active and inactive. Only the list of snoozed chats holds those. The offset counts loaded active chats; a cursor (the last answer's next_cursor) is steadier and takes precedence.",
    params: z.object({
      type: ChatListSlug,
      offset: wholeNumber(0, Number.MAX_SAFE_INTEGER, "Enter the number of conversations already loaded"),
    }),
    body: z.object({
      cursor: z.optional(opaqueText(0, 100, "Reload the list from the start")),
      /** Limits the answer to one tab; without it, the first batch of both. */
      tab: z.optional(z.enum(["active", "inactive"], { error: "Select active or inactive" })),
      /** `waiting`: only chats whose customers wait for a reply, the longest first; customers who opted out never wait. */
      sort: z.optional(z.enum(chatSorts, { error: "Select newest or waiting" })),
    }),
    data: z.object({
      allActiveChats: z.array(Chat),
      allInactiveChats: z.array(Chat),
      /** The tag whose list this is; null for built-in lists. */
      tag_id: z.nullable(Id),
      /** The member whose list this is; null for other lists. */
      member_id: z.nullable(Id),
      /** The number of active chats in this batch. */
      activeChatsLoaded: z.number(),
      next_cursor: z.object({ active: z.nullable(z.string()), inactive: z.nullable(z.string()) }),
    }),
  },
  chat: {
    method: "POST",
    path: "/getChat/{chat_id}",
    allow: staff,
    supportAccess: "reads",
    about: "One chat, after a chat-changed event. Doesn't mark it read.",
    params: z.object({ chat_id: Id }),
    data: Chat,
  },
  messages: {
    method: "POST",
    path: "/getAllChatMessages/{chat_id}",
    allow: staff,
    supportAccess: "reads",
    about:
      "A chat and its newest 100 messages, oldest first. Marks it read. `before` asks for older messages, `after` for newer ones, `around` for those near one message. `allEvents`: the notes and events of the same time.",
    params: z.object({ chat_id: Id }),
    body: z.object({ before: z.optional(Id), after: z.optional(Id), around: z.optional(Id) }),
    data: z.object({
      allMessages: z.array(ChatMessage),
      allEvents: z.array(ChatEvent),
      currentChat: CurrentChat,
      has_more: z.boolean(),
    }),
  },
  send: {
    method: "POST",
    path: "/sendMessage",
    allow: staff,
    audit: "own rows",
    about:
      "Sends a text in a chat. A repeated client_id returns the existing message. With last_seen_id, the newest message the writer has seen, a colleague's later reply is a conflict: `data` is an UnseenReply.",
    body: z.object({
      chat_id: Id,
      /** May be empty when a file is attached. */
      message: MessageText,
      client_id: ClientId,
      last_seen_id: optionalId,
      attachment_ids: AttachmentIds,
    }),
    file: { ...attachmentField, optional: true },
    ownTransactions: true,
    data: z.extend(ChatMessage, {
      chat_time: Instant,
      new_message: z.string(),
      latest_chat_message_sent_time: z.nullable(Instant),
    }),
    successMessage: "Message sent",
  },
  retry: {
    method: "POST",
    path: "/retryMessage/{message_id}",
    allow: staff,
    audit: "none: the message names who wrote it, and says no more than before",
    about: "Resends a failed text.",
    params: z.object({ message_id: Id }),
    data: ChatMessage,
    successMessage: "Message sent",
  },
  sendToCustomer: {
    method: "POST",
    path: "/sendMessageToCustomer",
    allow: staff,
    audit: "own rows",
    about: "Texts a customer in their chat, or starts one.",
    body: z.object({ customer_id: chosenId("Please select a customer"), message: RequiredText, client_id: ClientId }),
    data: z.object({ chat_id: Id }),
    successMessage: "Message sent",
  },
  receiveLast: {
    method: "POST",
    path: "/receiveLastMessage",
    allow: staff,
    audit: "none: reading a chat marks it read for the whole team",
    about: "One message and its chat, after a chat-message-open event. Marks the open chat read.",
    body: z.object({
      chat_id: Id,
      message_id: Id,
      opened_chat_id: optionalId,
    }),
    data: z.extend(ChatMessage, {
      chat: Chat,
      chat_time: Instant,
      new_message: z.string(),
      is_read: z.literal([0, 1]),
      new_message_count: z.number(),
      latest_chat_message_received_time: z.nullable(Instant),
    }),
  },
  unread: {
    method: "POST",
    path: "/unreadChatcount",
    allow: staff,
    supportAccess: "reads",
    about:
      "Counts the location's chats: unread, unreplied, and how many each list holds. Snoozed chats count only as snoozed.",
    data: z.object({
      unread_count: z.number(),
      unreplied_count: z.number(),
      unread_count_active: z.number(),
      unread_count_inactive: z.number(),
      snoozed_count: z.number(),
      active: ChatCounts,
      inactive: ChatCounts,
    }),
  },
  pin: {
    method: "POST",
    path: "/pinConversation",
    allow: staff,
    audit: "none: a pin hides nothing and is undone with a click",
    about: "Pins a chat for the team, or unpins it. Without `is_pinned`, toggles it.",
    body: z.object({ chat_id: Id, is_pinned: optionalFlag }),
    data: z.object({ is_pinned: z.literal([0, 1]) }),
  },
  close: {
    method: "POST",
    path: "/closeChat",
    allow: staff,
    audit: "none: a closed chat stays in sight and opens again with a click",
    about: "Closes a chat (In-Active) or reopens it. A new message reopens it automatically.",
    body: z.object({
      chat_id: Id,
      is_closed: oneOf([0, 1], "Select whether to close or open the conversation"),
      /** 1 with is_closed 0 also brings back the snooze that closing ended, unless its time has come. */
      undo: optionalFlag,
    }),
    data: z.object({ is_closed: z.literal([0, 1]) }),
  },
});

export const inboxEvents = events({
  messageOpen: {
    event: "chat-message-open",
    to: "location",
    about: "A message arrived, was sent, changed its state or was deleted. target_id is the chat.",
    payload: z.object({
      message_id: Id,
      target_id: Id,
      /** Browsers play a sound for `received` only, and drop everything cached of a `deleted` message. */
      what: z.enum(["received", "sent", "state", "deleted"]),
    }),
  },
  chatChanged: {
    event: "chat-changed",
    to: "location",
    about: "A chat was read, pinned, assigned, tagged, cleared, closed, reopened, snoozed, or is back from it.",
    payload: z.object({ target_id: Id }),
  },
  messagesMoved: {
    event: "chat-messages-moved",
    to: "location",
    about:
      "Older messages came into a chat, or left it: two customers were merged, or are two again, or a campaign texted the customer.",
    payload: z.object({ target_id: Id }),
  },
  numberAssigned: {
    event: "phone-number-assigned",
    to: "dealer",
    about: "A location has got its number: from now on texts can be sent and received there.",
    payload: z.object({ location_id: Id, number: z.string() }),
  },
});
