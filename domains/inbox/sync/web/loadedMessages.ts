import type { ChatMessage } from "#domains/inbox/conversation/contract.ts";
import type { Conversation, LoadedMessages, MessagePage } from "./conversationCache.ts";
import { upsertIfNewer } from "./upsertIfNewer.ts";

const firstOf = (page: MessagePage) => page.allMessages[0]?.id;
const withEventsOf = ({ events }: Conversation, page: MessagePage): Conversation["events"] =>
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
  const events = withEventsOf(conversation, page);
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
  const events = withEventsOf(conversation, page);
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
  const events = withEventsOf(conversation, page);
  if (loadedAround?.to !== after) return { ...conversation, messages, events };
  // With no more to load it has reached the newest messages.
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
