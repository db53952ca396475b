import { expect, test } from "vitest";
import type { Chat } from "#domains/inbox/contract.ts";
import { nextChat } from "./rowNavigation.ts";

const rows = [7, 3, 9].map((id) => ({ id }) as Chat);

test.each([
  ["the one below", 7, 3],
  ["the one above, at the end", 9, 3],
  ["the first, when the closed one isn't listed", 99, 7],
])("after closing a conversation comes %s", (_what, closed, next) => {
  expect(nextChat(rows, closed)).toBe(next);
});

test("after the last one comes none", () => {
  expect(nextChat(rows.slice(0, 1), 7)).toBeUndefined();
  expect(nextChat([], 7)).toBeUndefined();
});
