import type { Call } from "#core/call.ts";
import { CallError, type Caller, type CallInput } from "#core/client.ts";
import { type Chat, type ChatSort, chatTypes } from "#domains/inbox/contract.ts";
import type { ChatMessage, MessageState } from "#domains/inbox/conversation/contract.ts";
import { withoutContent } from "#domains/inbox/conversation/rules.ts";
import { isWaiting } from "#domains/inbox/list/rules.ts";
import { compareChats, compareWaits, listKey, parseListKey } from "../chatListCache.ts";

export const batchSize = 3;
export const pageSize = 4;

const lists: readonly string[] = chatTypes;

/** Decides when a request is answered: `reads` runs as the server reads; its result arrives when the promise settles. */
export type Timing = <T>(reads: () => T) => Promise<T>;

/** Everything that the calls take, parameters and bodies alike. */
interface ScriptedRequest {
  type: string;
  tab?: string;
  sort?: ChatSort;
  cursor?: string;
  chat_id: number;
  message_id: number;
  opened_chat_id?: number;
  before?: number;
  message: string;
  client_id: string;
}

export interface PublishedChange {
  event: "message" | "chat";
  chat: number;
  message: number;
  what: "received" | "sent" | "state" | "deleted";
}

/** The signed-in member; the list `mine` holds the chats assigned to them. */
export const currentUserId = 7;

const start = Date.UTC(2026, 2, 1, 15);

/** The inbox's calls over rows in memory, to test the browser's side. */
export function createScriptedServer(timing: Timing = async (reads) => reads()) {
  const chats = new Map<number, Chat>();
  const messages: ChatMessage[] = [];
  const announced: PublishedChange[] = [];
  /** Tag ids by slug. */
  const tags = new Map<string, number>();
  /** Failures of the next calls, by the call's name. */
  const failing = new Map<string, CallError[]>();
  /** The parameters and body of each call. */
  const requests: object[] = [];
  let clock = start;

  function chatOf(id: number): Chat {
    const chat = chats.get(id);
    if (!chat) throw new CallError(404, "Not found");
    return chat;
  }

  function addChat(id: number, overrides: Partial<Chat> = {}): void {
    clock += 1000;
    const customer = { id, first_name: "Maria", last_name: `Nr ${id}`, phone: "+19095550123", email: "" };
    chats.set(id, {
      id,
      customer: { ...customer, optin_status: 1, asked_to_stop: null },
      chat_time: new Date(clock).toISOString(),
      new_message: "",
      new_message_count: 0,
      is_read: 1,
      is_replied: 1,
      waiting_since: null,
      is_pinned: 0,
      unconfirmed_since: null,
      is_closed: 0,
      latest_chat_message_sent_time: null,
      latest_chat_message_received_time: null,
      tag_ids: [],
      assigned_to: null,
      snoozed_until: null,
      last_message_from: null,
      ...overrides,
    });
  }

  function addMessage(chat_id: number, text: string, from: 0 | 1, client_id: string | null = null): ChatMessage {
    const chat = chatOf(chat_id);
    clock += 1000;
    const datetime = new Date(clock).toISOString();
    const message: ChatMessage = {
      id: messages.length + 1,
      chat_id,
      message_type: "message",
      message: text,
      attachment_path: null,
      attachments: [],
      media_count: 0,
      is_from_customer: from,
      name_initials: from ? "MN" : "AA",
      sent_by: from ? "" : "Alex Agent",
      datetime,
      recording: null,
      call: null,
      state: from ? "received" : "queued",
      error: "",
      campaign: null,
      phone: null,
      deleted: null,
      web_page: null,
      web_name: null,
      automatic: null,
      client_id,
    };
    messages.push(message);
    const count = chat.new_message_count + from;
    const read = { new_message_count: count, is_read: count === 0 ? 1 : 0, is_replied: from ? 0 : 1 } as const;
    const waiting_since = from ? (chat.waiting_since ?? datetime) : null;
    chats.set(chat_id, {
      ...chat,
      ...read,
      waiting_since,
      chat_time: datetime,
      new_message: text,
      is_closed: 0,
      ...(from && { snoozed_until: null }),
    });
    announced.push({ event: "message", chat: chat_id, message: message.id, what: from ? "received" : "sent" });
    return message;
  }

  function changeChat(id: number, change: Partial<Chat>): void {
    chats.set(id, { ...chatOf(id), ...change });
    announced.push({ event: "chat", chat: id, message: 0, what: "state" });
  }

  function setState(id: number, state: MessageState): void {
    const at = messages.findIndex((message) => message.id === id);
    const message = messages[at];
    if (!message) return;
    messages[at] = { ...message, state };
    announced.push({ event: "message", chat: message.chat_id, message: id, what: "state" });
  }

  /** Deletes a message's content for the reader, who is not the owner. */
  function deleteMessage(id: number): void {
    const at = messages.findIndex((message) => message.id === id);
    const message = messages[at];
    if (!message || message.deleted) return;
    messages[at] = withoutContent({ ...message, deleted: { by: "Olivia Owner", at: new Date(clock).toISOString() } });
    announced.push({ event: "message", chat: message.chat_id, message: id, what: "deleted" });
    const newest = messages.findLast((other) => other.chat_id === message.chat_id && !other.deleted);
    changeChat(message.chat_id, { new_message: newest?.message ?? "" });
  }

  /** The messages of a chat, as the reader gets them. */
  const messagesOf = (chat_id: number) => messages.filter((message) => message.chat_id === chat_id);

  function markRead(id: number): void {
    if (chatOf(id).new_message_count > 0) changeChat(id, { is_read: 1, new_message_count: 0 });
  }

  /** Adds a tag to a chat, or removes it. */
  function setTag(id: number, tag_id: number, isOn: boolean): void {
    const others = chatOf(id).tag_ids.filter((other) => other !== tag_id);
    changeChat(id, { tag_ids: isOn ? [...others, tag_id] : others });
  }

  function listed(key: string, is_closed: 0 | 1): Chat[] {
    const { type, sort } = parseListKey(key);
    const tag_id = tags.get(type);
    const fits = (chat: Chat) =>
      chat.is_closed === is_closed &&
      (tag_id === undefined || chat.tag_ids.includes(tag_id)) &&
      (chat.snoozed_until !== null) === (type === "snoozed") &&
      (type !== "unassigned" || chat.assigned_to === null) &&
      (type !== "mine" || chat.assigned_to === currentUserId) &&
      (type !== "unread" || chat.is_read === 0) &&
      (type !== "unreplied" || chat.is_replied === 0);
    const rows = [...chats.values()].filter(fits);
    return sort === "newest" ? rows.sort(compareChats) : rows.filter(isWaiting).sort(compareWaits);
  }

  function batch(key: string, is_closed: 0 | 1, cursor: string | undefined) {
    const all = listed(key, is_closed);
    const compare = parseListKey(key).sort === "newest" ? compareChats : compareWaits;
    const rows = cursor ? all.filter((chat) => compare(chat, JSON.parse(cursor) as Chat) > 0) : all;
    const last = rows[batchSize - 1];
    const next = rows.length > batchSize && last ? JSON.stringify(last) : null;
    return { rows: rows.slice(0, batchSize), next };
  }

  const answers: Record<string, (request: ScriptedRequest) => unknown> = {
    "inbox.chats": ({ type, sort, cursor, tab }) => {
      if (!lists.includes(type) && !tags.has(type)) throw new CallError(404, "Not found");
      const noRows = { rows: [], next: null };
      const active = tab === "inactive" ? noRows : batch(listKey(type, sort), 0, cursor);
      const inactive = tab === "active" ? noRows : batch(listKey(type, sort), 1, cursor);
      const next_cursor = { active: active.next, inactive: inactive.next };
      const activeChatsLoaded = active.rows.length;
      const filter = { tag_id: tags.get(type) ?? null, member_id: type === "mine" ? currentUserId : null };
      return {
        ...filter,
        allActiveChats: active.rows,
        allInactiveChats: inactive.rows,
        activeChatsLoaded,
        next_cursor,
      };
    },
    "inbox.chat": ({ chat_id }) => chatOf(chat_id),
    "inbox.messages": ({ chat_id, before }) => {
      chatOf(chat_id);
      if (!before) markRead(chat_id);
      const all = messagesOf(chat_id).filter(({ id }) => !before || id < before);
      const currentChat = { ...chatOf(chat_id), cannot_send: "", is_number_held: 0 as const };
      return { allMessages: all.slice(-pageSize), allEvents: [], currentChat, has_more: all.length > pageSize };
    },
    "inbox.send": ({ chat_id, message, client_id }) => {
      const existing = messages.find((other) => other.client_id === client_id);
      const sent = existing ?? addMessage(chat_id, message, 0, client_id);
      const { chat_time, new_message, latest_chat_message_sent_time } = chatOf(chat_id);
      return { ...sent, chat_time, new_message, latest_chat_message_sent_time };
    },
    "inbox.receiveLast": ({ chat_id, message_id, opened_chat_id }) => {
      if (opened_chat_id === chat_id) markRead(chat_id);
      const message = messagesOf(chat_id).find(({ id }) => id === message_id);
      if (!message) throw new CallError(404, "Not found");
      const chat = chatOf(chat_id);
      const { chat_time, new_message, is_read, new_message_count, latest_chat_message_received_time } = chat;
      const row = { chat_time, new_message, is_read, new_message_count, latest_chat_message_received_time };
      return { ...message, chat, ...row };
    },
  };

  const call = ((declaration: Call, input: CallInput<Call> = {}) =>
    timing(() => {
      requests.push({ ...input.params, ...(input.body as object) });
      const failure = failing.get(declaration.name)?.shift();
      if (failure && failure.status !== 0) throw failure;
      const answer = answers[declaration.name];
      if (!answer) throw new Error(`No answer scripted for ${declaration.name}`);
      const data = answer({ ...input.params, ...(input.body as object) } as unknown as ScriptedRequest);
      // Without a status the response was lost: the server did what was requested.
      if (failure) throw failure;
      return { status: "success" as const, message: "", data: structuredClone(data) };
    })) as unknown as Caller;

  const operations = { addChat, addMessage, changeChat, setTag, setState, deleteMessage };
  return { call, requests, chats, messages, messagesOf, tags, announced, failing, ...operations, listed };
}

export type ScriptedServer = ReturnType<typeof createScriptedServer>;

/** A storage that lives as long as the test. */
export function createMemoryStorage(): Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length"> {
  const entries = new Map<string, string>();
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    key: (at) => [...entries.keys()][at] ?? null,
    get length() {
      return entries.size;
    },
  };
}

/** One tab of one person, who stays signed in. */
export const singleTab = {
  owner: "1.7.1",
  isSessionCurrent: () => true,
  withLock: <T>(_name: string, work: () => Promise<T>) => work(),
  onCatchUp: () => undefined,
};
