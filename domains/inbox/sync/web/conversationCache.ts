import type { DataOf } from "#core/call.ts";
import type { CurrentChat, inbox } from "#domains/inbox/contract.ts";
import type { ChatEvent, ChatMessage } from "#domains/inbox/conversation/contract.ts";
import { withoutContent } from "#domains/inbox/conversation/rules.ts";
import { upsertIfNewer, type Versioned, type VersionedById } from "./upsertIfNewer.ts";

/** A page of messages, as the server returns it. */
type MessagePage = DataOf<typeof inbox.messages>;

/** The gapless range of messages loaded around one message, until it reaches the newest messages. */
interface LoadedMessages {
  /** The message that was jumped to. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
  /** Where the range first began; messages above it were loaded by scrolling up. */
  readonly anchor: number;
  readonly hasOlder: boolean;
}

/** The cached messages of one chat. Those from `floor` on are shown, since only they have no gaps. */
export interface Conversation {
  readonly messages: VersionedById<ChatMessage>;
  /** Its notes and events, by key. */
  readonly events: ReadonlyMap<string, ChatEvent>;
  readonly chat: Versioned<CurrentChat> | undefined;
  /** The oldest message of the gapless range; undefined until the newest messages have been loaded. */
  readonly floor: number | undefined;
  /** The oldest message of the first page; messages above it were loaded by scrolling up. */
  readonly anchor: number;
  /** The newest message of any page of newest messages. */
  readonly reach: number;
  /** The number of the latest request for the newest messages that has been answered. */
  readonly asOf: number;
  readonly hasOlder: boolean;
  /** Shown instead of the newest messages after jumping to an older one. */
  readonly loadedAround?: LoadedMessages | undefined;
}

export const emptyConversation: Conversation = {
  messages: new Map(),
  events: new Map(),
  chat: undefined,
  floor: undefined,
  anchor: 0,
  reach: 0,
  asOf: 0,
  hasOlder: false,
};

/**
 * Adds the newest messages. If they leave a gap, because more than a page arrived while disconnected, the older ones are
 * dropped and load again on scrolling up.
 */
export function withNewest(conversation: Conversation, asOf: number, page: MessagePage): Conversation {
  const messages = upsertIfNewer(conversation.messages, asOf, page.allMessages);
  if (asOf < conversation.asOf) return { ...conversation, messages };
  const oldest = page.allMessages[0]?.id ?? 0;
  const newest = page.allMessages.at(-1)?.id ?? 0;
  const events = withEventsOf(conversation, page);
  const chat = { value: page.currentChat, asOf };
  const isAdjoining = conversation.floor !== undefined && (!page.has_more || oldest <= conversation.reach);
  const reach = Math.max(conversation.reach, newest);
  if (!isAdjoining) {
    const { loadedAround } = conversation;
    return {
      messages,
      events,
      loadedAround,
      chat,
      asOf,
      reach,
      floor: oldest,
      anchor: oldest,
      hasOlder: page.has_more,
    };
  }
  const floor = Math.min(conversation.floor ?? oldest, oldest);
  const hasOlder = floor === oldest ? page.has_more : conversation.hasOlder;
  return { ...conversation, messages, events, chat, asOf, reach, floor, hasOlder };
}

/** Drops the messages before one; they load again on scrolling up. */
export function withFloor(conversation: Conversation, floor: number): Conversation {
  const messages = new Map([...conversation.messages].filter(([id]) => id >= floor));
  return { ...conversation, messages, floor, hasOlder: true };
}

/** Drops a deleted message's content immediately; the refresh adds who deleted it and what the reader may still see. */
export function withDeleted(conversation: Conversation, asOf: number, id: number): Conversation {
  const message = conversation.messages.get(id)?.value;
  if (!message || message.deleted) return conversation;
  return withMessage(conversation, asOf, withoutContent({ ...message, deleted: { by: "", at: "" } }));
}

/** Adds the messages before `before`; they extend the shown range only if it still begins there. */
export function withOlder(conversation: Conversation, asOf: number, before: number, page: MessagePage): Conversation {
  const messages = upsertIfNewer(conversation.messages, asOf, page.allMessages);
  if (conversation.floor !== before) return { ...conversation, messages };
  const events = withEventsOf(conversation, page, conversation.messages.get(before)?.value.datetime);
  return { ...conversation, messages, events, floor: page.allMessages[0]?.id ?? before, hasOlder: page.has_more };
}

/** Replaces the notes and events within a page's time range, up to `end`. */
function withEventsOf({ events }: Conversation, page: MessagePage, end?: string): Conversation["events"] {
  const start = page.has_more ? (page.allMessages[0]?.datetime ?? "") : "";
  const others = [...events].filter(([, { at }]) => at < start || (end !== undefined && at > end));
  return new Map([...others, ...page.allEvents.map((event) => [event.key, event] as const)]);
}

/** The notes and events to show, oldest first: those of the time between the messages shown. */
export function visibleEvents(conversation: Conversation): readonly ChatEvent[] {
  const { messages, events, floor, loadedAround, hasOlder } = conversation;
  const timeOf = (id: number | undefined) => (id === undefined ? undefined : messages.get(id)?.value.datetime);
  const shown = loadedAround ?? { from: floor, to: undefined, hasOlder };
  const start = shown.hasOlder ? (timeOf(shown.from) ?? "") : "";
  const end = timeOf(shown.to);
  const within = [...events.values()].filter(({ at }) => at >= start && (end === undefined || at <= end));
  return within.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** Adds or updates one message. */
export function withMessage(conversation: Conversation, asOf: number, message: ChatMessage): Conversation {
  return { ...conversation, messages: upsertIfNewer(conversation.messages, asOf, [message]) };
}

/** The messages to show, oldest first. */
export function visibleMessages(conversation: Conversation): readonly ChatMessage[] {
  const { floor } = conversation;
  if (floor === undefined) return [];
  const all = [...conversation.messages.values()].map(({ value }) => value);
  return all.filter(({ id }) => id >= floor).sort((a, b) => a.id - b.id);
}

/** The newest message shown; undefined while none is. */
export function lastSeenId(conversation: Conversation | undefined): number | undefined {
  return conversation && visibleMessages(conversation).at(-1)?.id;
}

const firstOf = (page: MessagePage) => page.allMessages[0]?.id;
const withAddedEvents = ({ events }: Conversation, page: MessagePage): Conversation["events"] =>
  new Map([...events, ...page.allEvents.map((event) => [event.key, event] as const)]);
const lastOf = (page: MessagePage) => page.allMessages.at(-1)?.id;

/** The messages around one, shown instead of the newest ones. */
export function withLoadedAround(
  conversation: Conversation,
  asOf: number,
  at: number,
  page: MessagePage,
): Conversation {
  const [from, to] = [firstOf(page), lastOf(page)];
  const messages = upsertIfNewer(conversation.messages, asOf, page.allMessages);
  const events = withAddedEvents(conversation, page);
  if (from === undefined || to === undefined) return { ...conversation, messages, events };
  return merged({
    ...conversation,
    messages,
    events,
    loadedAround: { at, from, to, anchor: from, hasOlder: page.has_more },
  });
}

/** Adds the messages before `before`, if those shown still begin there. */
export function withEarlierLoaded(
  conversation: Conversation,
  asOf: number,
  before: number,
  page: MessagePage,
): Conversation {
  const { loadedAround } = conversation;
  const messages = upsertIfNewer(conversation.messages, asOf, page.allMessages);
  const events = withAddedEvents(conversation, page);
  if (loadedAround?.from !== before) return { ...conversation, messages, events };
  const extended = { ...loadedAround, from: firstOf(page) ?? before, hasOlder: page.has_more };
  return merged({ ...conversation, messages, events, loadedAround: extended });
}

/** Adds the messages after `after`, if those shown still end there. */
export function withLaterLoaded(
  conversation: Conversation,
  asOf: number,
  after: number,
  page: MessagePage,
): Conversation {
  const { loadedAround, floor } = conversation;
  const messages = upsertIfNewer(conversation.messages, asOf, page.allMessages);
  const events = withAddedEvents(conversation, page);
  if (loadedAround?.to !== after) return { ...conversation, messages, events };
  // Without more to load, the range reaches the newest messages.
  const to = page.has_more ? (lastOf(page) ?? after) : Math.max(lastOf(page) ?? after, floor ?? 0);
  return merged({ ...conversation, messages, events, loadedAround: { ...loadedAround, to } });
}

/** Once they reach the newest messages the two are merged, and follow events from then on. */
function merged(conversation: Conversation): Conversation {
  const { loadedAround, floor } = conversation;
  if (!loadedAround || floor === undefined || loadedAround.to < floor) return conversation;
  const { from, anchor, hasOlder } = loadedAround;
  if (from >= floor) return { ...conversation, loadedAround: undefined };
  return { ...conversation, floor: from, anchor, hasOlder, loadedAround: undefined };
}

/** The messages loaded around one, oldest first. */
export function loadedMessages({ messages }: Conversation, { from, to }: LoadedMessages): readonly ChatMessage[] {
  const all = [...messages.values()].map(({ value }) => value);
  return all.filter(({ id }) => id >= from && id <= to).sort((a, b) => a.id - b.id);
}
