import fc from "fast-check";
import { expect, test } from "vitest";
import type { CurrentChat } from "#domains/inbox/contract.ts";
import type { ChatMessage } from "#domains/inbox/conversation/contract.ts";
import {
  type Conversation,
  emptyConversation,
  loadedMessages,
  visibleMessages,
  withEarlierLoaded,
  withLaterLoaded,
  withLoadedAround,
  withNewest,
  withOlder,
} from "./conversationCache.ts";

/** A chat whose message ids have gaps, as other chats' messages leave them, in pages of `size`. */
function chatOf(ids: readonly number[], size: number) {
  const page = (pageIds: readonly number[], has_more: boolean) => ({
    allEvents: [],
    allMessages: pageIds.map((id) => ({ id, message: `${id}` }) as ChatMessage),
    currentChat: { id: 1 } as CurrentChat,
    has_more,
  });
  const older = (before: number, limit = size) => {
    const all = ids.filter((id) => id < before);
    return page(all.slice(-limit), all.length > limit);
  };
  const later = (after: number, limit = size) => {
    const all = ids.filter((id) => id > after);
    return page(all.slice(0, limit), all.length > limit);
  };
  return {
    newest: () => older(Number.POSITIVE_INFINITY),
    older,
    later,
    around(at: number) {
      const half = Math.ceil(size / 2);
      const first = older(at + 1, half);
      return { ...first, allMessages: [...first.allMessages, ...later(at, half).allMessages] };
    },
  };
}

const shown = (conversation: Conversation) =>
  (conversation.loadedAround
    ? loadedMessages(conversation, conversation.loadedAround)
    : visibleMessages(conversation)
  ).map(({ id }) => id);

const idsOf = fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 60 });
const steps = fc.array(fc.constantFrom("older" as const, "later" as const), { maxLength: 40 });

test("messages loaded around one have no gaps, contain it, and grow into the newest ones", () => {
  fc.assert(
    fc.property(idsOf, fc.nat(), fc.integer({ min: 2, max: 10 }), steps, (unsorted, nth, size, loads) => {
      const ids = unsorted.toSorted((a, b) => a - b);
      const chat = chatOf(ids, size);
      const at = ids[nth % ids.length] ?? 0;
      let stamp = 1;
      let current = withNewest(emptyConversation, stamp, chat.newest());
      current = withLoadedAround(current, ++stamp, at, chat.around(at));
      const more = (step: "older" | "later") => {
        const { loadedAround, floor = 0 } = current;
        if (loadedAround) {
          current =
            step === "older"
              ? withEarlierLoaded(current, ++stamp, loadedAround.from, chat.older(loadedAround.from))
              : withLaterLoaded(current, ++stamp, loadedAround.to, chat.later(loadedAround.to));
        } else if (step === "older" && current.hasOlder)
          current = withOlder(current, ++stamp, floor, chat.older(floor));
        expect(shown(current)).toEqual(
          ids.slice(ids.indexOf(shown(current)[0] ?? 0), ids.indexOf(shown(current).at(-1) ?? 0) + 1),
        );
        expect(shown(current)).toContain(at);
      };
      expect(shown(current)).toContain(at);
      for (const step of loads) more(step);
      while (current.loadedAround) more("later");
      expect(shown(current).at(-1)).toBe(ids.at(-1));
      while (current.hasOlder) more("older");
      expect(shown(current)).toEqual(ids);
    }),
  );
});

test("a message that arrives meanwhile is not shown among old ones", () => {
  const ids = Array.from({ length: 30 }, (_, at) => at + 1);
  const chat = chatOf(ids, 4);
  let current = withNewest(emptyConversation, 1, chat.newest());
  current = withLoadedAround(current, 2, 5, chat.around(5));
  const grown = chatOf([...ids, 31], 4);
  current = withNewest(current, 3, grown.newest());
  expect(shown(current)).toEqual([4, 5, 6, 7]);
  expect(shown({ ...current, loadedAround: undefined })).toEqual([27, 28, 29, 30, 31]);
});
