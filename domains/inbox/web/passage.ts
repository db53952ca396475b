import type { DataOf } from "#core/call.ts";
import type { ChatMessage, inbox } from "../contract.ts";
import type { Conversation, Passage } from "./conversation.ts";
import { learn } from "./known.ts";

type Page = DataOf<typeof inbox.messages>;

const firstOf = (page: Page) => page.allMessages[0]?.id;
const lastOf = (page: Page) => page.allMessages.at(-1)?.id;

/** The stretch about a message, shown instead of the newest ones. */
export function withPassage(conversation: Conversation, asOf: number, at: number, page: Page): Conversation {
  const [from, to] = [firstOf(page), lastOf(page)];
  const messages = learn(conversation.messages, asOf, page.allMessages);
  if (from === undefined || to === undefined) return { ...conversation, messages };
  return joined({ ...conversation, messages, passage: { at, from, to, anchor: from, hasOlder: page.has_more } });
}

/** The messages before the stretch that begins at `before`. */
export function withEarlier(conversation: Conversation, asOf: number, before: number, page: Page): Conversation {
  const { passage } = conversation;
  const messages = learn(conversation.messages, asOf, page.allMessages);
  if (passage?.from !== before) return { ...conversation, messages };
  const longer = { ...passage, from: firstOf(page) ?? before, hasOlder: page.has_more };
  return joined({ ...conversation, messages, passage: longer });
}

/** The messages after the stretch that ends at `after`. */
export function withLater(conversation: Conversation, asOf: number, after: number, page: Page): Conversation {
  const { passage, floor } = conversation;
  const messages = learn(conversation.messages, asOf, page.allMessages);
  if (passage?.to !== after) return { ...conversation, messages };
  // Without any more it has come to the newest ones.
  const to = page.has_more ? (lastOf(page) ?? after) : Math.max(lastOf(page) ?? after, floor ?? 0);
  return joined({ ...conversation, messages, passage: { ...passage, to } });
}

/** A stretch that has come to the newest messages is theirs from then on, and follows what happens. */
function joined(conversation: Conversation): Conversation {
  const { passage, floor } = conversation;
  if (!passage || floor === undefined || passage.to < floor) return conversation;
  const { from, anchor, hasOlder } = passage;
  if (from >= floor) return { ...conversation, passage: undefined };
  return { ...conversation, floor: from, anchor, hasOlder, passage: undefined };
}

/** The stretch's messages, oldest first. */
export function passageMessages({ messages }: Conversation, { from, to }: Passage): readonly ChatMessage[] {
  const known = [...messages.values()].map(({ value }) => value);
  return known.filter(({ id }) => id >= from && id <= to).sort((a, b) => a.id - b.id);
}
