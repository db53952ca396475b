import fc from "fast-check";
import { expect, test } from "vitest";
import type { ChatMessage, CurrentChat } from "../contract.ts";
import { type Conversation, emptyConversation, shownMessages, withNewest, withOlder } from "./conversation.ts";
import { passageMessages, withEarlier, withLater, withPassage } from "./passage.ts";

/** A chat of messages with gaps between their ids, as other chats' messages leave them, in pages of `size`. */
function chatOf(ids: readonly number[], size: number) {
  const page = (some: readonly number[], has_more: boolean) => ({
    allMessages: some.map((id) => ({ id, message: `${id}` }) as ChatMessage),
    currentChat: { id: 1 } as CurrentChat,
    has_more,
  });
  const older = (before: number, most = size) => {
    const all = ids.filter((id) => id < before);
    return page(all.slice(-most), all.length > most);
  };
  const later = (after: number, most = size) => {
    const all = ids.filter((id) => id > after);
    return page(all.slice(0, most), all.length > most);
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
  (conversation.passage ? passageMessages(conversation, conversation.passage) : shownMessages(conversation)).map(
    ({ id }) => id,
  );

const idsOf = fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 60 });
const steps = fc.array(fc.constantFrom("older" as const, "later" as const), { maxLength: 40 });

test("whatever is loaded about a message has no gap, holds the message, and grows into the newest ones", () => {
  fc.assert(
    fc.property(idsOf, fc.nat(), fc.integer({ min: 2, max: 10 }), steps, (some, nth, size, asked) => {
      const ids = some.toSorted((a, b) => a - b);
      const chat = chatOf(ids, size);
      const at = ids[nth % ids.length] ?? 0;
      let stamp = 1;
      let now = withNewest(emptyConversation, stamp, chat.newest());
      now = withPassage(now, ++stamp, at, chat.around(at));
      const more = (step: "older" | "later") => {
        const { passage, floor = 0 } = now;
        if (passage) {
          now =
            step === "older"
              ? withEarlier(now, ++stamp, passage.from, chat.older(passage.from))
              : withLater(now, ++stamp, passage.to, chat.later(passage.to));
        } else if (step === "older" && now.hasOlder) now = withOlder(now, ++stamp, floor, chat.older(floor));
        expect(shown(now)).toEqual(ids.slice(ids.indexOf(shown(now)[0] ?? 0), ids.indexOf(shown(now).at(-1) ?? 0) + 1));
        expect(shown(now)).toContain(at);
      };
      expect(shown(now)).toContain(at);
      for (const step of asked) more(step);
      while (now.passage) more("later");
      expect(shown(now).at(-1)).toBe(ids.at(-1));
      while (now.hasOlder) more("older");
      expect(shown(now)).toEqual(ids);
    }),
  );
});

test("a text that arrives meanwhile is not shown among old ones", () => {
  const ids = Array.from({ length: 30 }, (_, at) => at + 1);
  const chat = chatOf(ids, 4);
  let now = withNewest(emptyConversation, 1, chat.newest());
  now = withPassage(now, 2, 5, chat.around(5));
  const grown = chatOf([...ids, 31], 4);
  now = withNewest(now, 3, grown.newest());
  expect(shown(now)).toEqual([4, 5, 6, 7]);
  expect(shown({ ...now, passage: undefined })).toEqual([27, 28, 29, 30, 31]);
});
