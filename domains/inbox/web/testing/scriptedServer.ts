import type { Call } from "#core/call.ts";
import { CallError, type Caller, type Given } from "#core/client.ts";
import { type Chat, type ChatMessage, chatTypes, type MessageState } from "../../contract.ts";
import { withoutContent } from "../../rules.ts";
import { byPlace } from "../chatBook.ts";

export const batchSize = 3;
export const pageSize = 4;

const lists: readonly string[] = chatTypes;

/** When a request is answered: `reads` is called as the server reads, what it gives arrives when the promise settles. */
export type Timing = <T>(reads: () => T) => Promise<T>;

/** Everything that the calls take, parameters and bodies alike. */
interface Asked {
  type: string;
  tab?: string;
  cursor?: string;
  chat_id: number;
  message_id: number;
  opened_chat_id?: number;
  before?: number;
  message: string;
  client_id: string;
}

export interface Announced {
  event: "message" | "chat";
  chat: number;
  message: number;
  what: "received" | "sent" | "state" | "deleted";
}

/** Who asks; the list `mine` holds the chats that are assigned to them. */
export const asking = 7;

const start = Date.UTC(2026, 2, 1, 15);

/** The inbox's calls over rows in memory, for tests of what the browser makes of the answers. */
export function createScriptedServer(timing: Timing = async (reads) => reads()) {
  const chats = new Map<number, Chat>();
  const messages: ChatMessage[] = [];
  const announced: Announced[] = [];
  /** The tags' ids by their slugs. */
  const tags = new Map<string, number>();
  /** What the next calls of a name fail with. */
  const failing = new Map<string, CallError[]>();
  /** What was given with each call. */
  const asked: object[] = [];
  let clock = start;

  function chatOf(id: number): Chat {
    const chat = chats.get(id);
    if (!chat) throw new CallError(404, "Not found");
    return chat;
  }

  function addChat(id: number, given: Partial<Chat> = {}): void {
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
      is_closed: 0,
      latest_chat_message_sent_time: null,
      latest_chat_message_received_time: null,
      tag_ids: [],
      assigned_to: null,
      ...given,
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
      phone: null,
      deleted: null,
      client_id,
    };
    messages.push(message);
    const count = chat.new_message_count + from;
    const read = { new_message_count: count, is_read: count === 0 ? 1 : 0, is_replied: from ? 0 : 1 } as const;
    const waiting_since = from ? (chat.waiting_since ?? datetime) : null;
    chats.set(chat_id, { ...chat, ...read, waiting_since, chat_time: datetime, new_message: text, is_closed: 0 });
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

  /** Takes what a message said from the reader, who is not the owner. */
  function deleteMessage(id: number): void {
    const at = messages.findIndex((message) => message.id === id);
    const message = messages[at];
    if (!message || message.deleted) return;
    messages[at] = withoutContent({ ...message, deleted: { by: "Olivia Owner", at: new Date(clock).toISOString() } });
    announced.push({ event: "message", chat: message.chat_id, message: id, what: "deleted" });
    const newest = messages.findLast((other) => other.chat_id === message.chat_id && !other.deleted);
    changeChat(message.chat_id, { new_message: newest?.message ?? "" });
  }

  /** What the reader gets of a chat. */
  const shown = (chat_id: number) => messages.filter((message) => message.chat_id === chat_id);

  function markRead(id: number): void {
    if (chatOf(id).new_message_count > 0) changeChat(id, { is_read: 1, new_message_count: 0 });
  }

  /** Puts a tag on a chat, or takes it off. */
  function setTag(id: number, tag_id: number, isOn: boolean): void {
    const others = chatOf(id).tag_ids.filter((other) => other !== tag_id);
    changeChat(id, { tag_ids: isOn ? [...others, tag_id] : others });
  }

  function listed(type: string, is_closed: 0 | 1): Chat[] {
    const tag_id = tags.get(type);
    const fits = (chat: Chat) =>
      chat.is_closed === is_closed &&
      (tag_id === undefined || chat.tag_ids.includes(tag_id)) &&
      (type !== "mine" || chat.assigned_to === asking) &&
      (type !== "unread" || chat.is_read === 0) &&
      (type !== "unreplied" || chat.is_replied === 0);
    return [...chats.values()].filter(fits).sort(byPlace);
  }

  function batch(type: string, is_closed: 0 | 1, cursor: string | undefined) {
    const all = listed(type, is_closed);
    const rows = cursor ? all.filter((chat) => byPlace(chat, JSON.parse(cursor) as Chat) > 0) : all;
    const last = rows[batchSize - 1];
    const next = rows.length > batchSize && last ? JSON.stringify(last) : null;
    return { rows: rows.slice(0, batchSize), next };
  }

  const answers: Record<string, (asked: Asked) => unknown> = {
    "inbox.chats": ({ type, cursor, tab }) => {
      if (!lists.includes(type) && !tags.has(type)) throw new CallError(404, "Not found");
      const nothing = { rows: [], next: null };
      const active = tab === "inactive" ? nothing : batch(type, 0, cursor);
      const inactive = tab === "active" ? nothing : batch(type, 1, cursor);
      const next_cursor = { active: active.next, inactive: inactive.next };
      const activeChatsLoaded = active.rows.length;
      const of = { tag_id: tags.get(type) ?? null, member_id: type === "mine" ? asking : null };
      return { ...of, allActiveChats: active.rows, allInactiveChats: inactive.rows, activeChatsLoaded, next_cursor };
    },
    "inbox.chat": ({ chat_id }) => chatOf(chat_id),
    "inbox.messages": ({ chat_id, before }) => {
      chatOf(chat_id);
      if (!before) markRead(chat_id);
      const all = shown(chat_id).filter(({ id }) => !before || id < before);
      const currentChat = { ...chatOf(chat_id), cannot_send: "" };
      return { allMessages: all.slice(-pageSize), currentChat, has_more: all.length > pageSize };
    },
    "inbox.send": ({ chat_id, message, client_id }) => {
      const there = messages.find((known) => known.client_id === client_id);
      const sent = there ?? addMessage(chat_id, message, 0, client_id);
      const { chat_time, new_message, latest_chat_message_sent_time } = chatOf(chat_id);
      return { ...sent, chat_time, new_message, latest_chat_message_sent_time };
    },
    "inbox.receiveLast": ({ chat_id, message_id, opened_chat_id }) => {
      if (opened_chat_id === chat_id) markRead(chat_id);
      const message = shown(chat_id).find(({ id }) => id === message_id);
      if (!message) throw new CallError(404, "Not found");
      const chat = chatOf(chat_id);
      const { chat_time, new_message, is_read, new_message_count, latest_chat_message_received_time } = chat;
      const row = { chat_time, new_message, is_read, new_message_count, latest_chat_message_received_time };
      return { ...message, chat, ...row };
    },
  };

  const call = ((called: Call, given: Given<Call> = {}) =>
    timing(() => {
      asked.push({ ...given.params, ...(given.body as object) });
      const failure = failing.get(called.name)?.shift();
      if (failure && failure.status !== 0) throw failure;
      const answer = answers[called.name];
      if (!answer) throw new Error(`No answer scripted for ${called.name}`);
      const data = answer({ ...given.params, ...(given.body as object) } as unknown as Asked);
      // Without a status the answer was lost on its way back: the server did what was asked.
      if (failure) throw failure;
      return { status: "success" as const, message: "", data: structuredClone(data) };
    })) as unknown as Caller;

  const done = { addChat, addMessage, changeChat, setTag, setState, deleteMessage };
  return { call, asked, chats, messages, shown, tags, announced, failing, ...done, listed };
}

export type ScriptedServer = ReturnType<typeof createScriptedServer>;

/** A shelf that forgets with the test. */
export function createShelf(): Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length"> {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    key: (at) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size;
    },
  };
}

/** One tab of one person, who stays signed in. */
export const onlyTab = {
  owner: "1.7.1",
  mayAct: () => true,
  alone: <T>(_name: string, work: () => Promise<T>) => work(),
  onBehind: () => undefined,
};
