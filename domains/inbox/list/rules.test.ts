import fc from "fast-check";
import { expect, test } from "vitest";
import { formatChatCursor, formatWaitingCursor, parseChatCursor, parseWaitingCursor } from "./rules.ts";

test("cursors round-trip, and nothing else parses", () => {
  const id = fc.integer({ min: 1, max: 999_999_999_999_999 });
  fc.assert(
    fc.property(id, id, (waiting_since, one) => {
      const cursor = { waiting_since, id: one };
      expect(parseWaitingCursor(formatWaitingCursor(cursor))).toEqual(cursor);
      expect(parseChatCursor(formatWaitingCursor(cursor))).toBeUndefined();
    }),
  );
  fc.assert(
    fc.property(fc.constantFrom(0, 1), id, id, (is_pinned, chat_time, one) => {
      const cursor = { is_pinned, chat_time, id: one };
      expect(parseChatCursor(formatChatCursor(cursor))).toEqual(cursor);
      expect(parseWaitingCursor(formatChatCursor(cursor))).toBeUndefined();
    }),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      if (!/^\d+\.\d+\.\d+$/.test(text)) expect(parseChatCursor(text)).toBeUndefined();
    }),
  );
});
