import type { DataOf } from "#core/call.ts";
import type { ChatMessage, CurrentChat, inbox } from "../contract.ts";
import { withoutContent } from "../rules.ts";
import { type Known, type KnownById, learn } from "./known.ts";

type Page = DataOf<typeof inbox.messages>;

/** A gapless stretch of a chat's past about one message, as long as it doesn't reach the newest messages. */
export interface Passage {
  /** The message that one came for. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
  /** Where it began at first: what was loaded above counts as scrolled to. */
  readonly anchor: number;
  readonly hasOlder: boolean;
}

/** What the browser knows of one chat's messages. They are shown from `floor` on, where no gap can be. */
export interface Conversation {
  readonly messages: KnownById<ChatMessage>;
  readonly chat: Known<CurrentChat> | undefined;
  /** The oldest message of the gapless stretch; undefined until the newest messages have been loaded. */
  readonly floor: number | undefined;
  /** The oldest message of the first page: what was loaded above it counts as scrolled to. */
  readonly anchor: number;
  /** The newest message that a page of newest ones held. */
  readonly reach: number;
  /** The number of the last request for the newest messages that was answered. */
  readonly asOf: number;
  readonly hasOlder: boolean;
  /** What is shown instead of the newest messages, when one came for an older one. */
  readonly passage?: Passage | undefined;
}

export const emptyConversation: Conversation = {
  messages: new Map(),
  chat: undefined,
  floor: undefined,
  anchor: 0,
  reach: 0,
  asOf: 0,
  hasOlder: false,
};

/**
 * The newest messages. When they don't join what is known, because more came in a break than one page holds, the older
 * ones are let go, and load again on scrolling up.
 */
export function withNewest(conversation: Conversation, asOf: number, page: Page): Conversation {
  const messages = learn(conversation.messages, asOf, page.allMessages);
  if (asOf < conversation.asOf) return { ...conversation, messages };
  const oldest = page.allMessages[0]?.id ?? 0;
  const newest = page.allMessages.at(-1)?.id ?? 0;
  const chat = { value: page.currentChat, asOf };
  const joins = conversation.floor !== undefined && (!page.has_more || oldest <= conversation.reach);
  const reach = Math.max(conversation.reach, newest);
  if (!joins) {
    const { passage } = conversation;
    return { messages, passage, chat, asOf, reach, floor: oldest, anchor: oldest, hasOlder: page.has_more };
  }
  const floor = Math.min(conversation.floor ?? oldest, oldest);
  const hasOlder = floor === oldest ? page.has_more : conversation.hasOlder;
  return { ...conversation, messages, chat, asOf, reach, floor, hasOlder };
}

/** The messages before one are let go; they load again on scrolling up. */
export function withFloor(conversation: Conversation, floor: number): Conversation {
  const messages = new Map([...conversation.messages].filter(([id]) => id >= floor));
  return { ...conversation, messages, floor, hasOlder: true };
}

/** A message was deleted: what it said is let go at once. Who deleted it, and what the reader may still see of it, is asked for. */
export function withDeleted(conversation: Conversation, asOf: number, id: number): Conversation {
  const known = conversation.messages.get(id)?.value;
  if (!known || known.deleted) return conversation;
  return withMessage(conversation, asOf, withoutContent({ ...known, deleted: { by: "", at: "" } }));
}

/** The messages before `before`; they only lengthen the stretch when it still begins there. */
export function withOlder(conversation: Conversation, asOf: number, before: number, page: Page): Conversation {
  const messages = learn(conversation.messages, asOf, page.allMessages);
  if (conversation.floor !== before) return { ...conversation, messages };
  return { ...conversation, messages, floor: page.allMessages[0]?.id ?? before, hasOlder: page.has_more };
}

/** One message, new or in a new state. */
export function withMessage(conversation: Conversation, asOf: number, message: ChatMessage): Conversation {
  return { ...conversation, messages: learn(conversation.messages, asOf, [message]) };
}

/** The messages to show, oldest first. */
export function shownMessages(conversation: Conversation): readonly ChatMessage[] {
  const { floor } = conversation;
  if (floor === undefined) return [];
  const known = [...conversation.messages.values()].map(({ value }) => value);
  return known.filter(({ id }) => id >= floor).sort((a, b) => a.id - b.id);
}

/** The newest message that the reader has; undefined while none is shown. */
export function lastSeen(conversation: Conversation | undefined): number | undefined {
  return conversation && shownMessages(conversation).at(-1)?.id;
}

/** How many of the shown messages were loaded by scrolling up: the list keeps its place by it. */
export function olderCount(conversation: Conversation, shown: readonly ChatMessage[]): number {
  return shown.filter((message) => message.id < conversation.anchor).length;
}
