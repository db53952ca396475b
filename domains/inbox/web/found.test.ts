import { expect, test } from "vitest";
import { newAmong } from "./found.ts";

const rows = (chats: number[], messages: number[]) =>
  ({
    chats: chats.map((id) => ({ id })),
    messages: messages.map((message_id) => ({ message_id })),
  }) as never;

test("new is what was not found before, whatever order it comes in", () => {
  expect(newAmong(rows([1, 2], [7, 5]), rows([2, 1], [7, 5]))).toBe(0);
  expect(newAmong(rows([1, 2], [7, 5]), rows([3, 1], [9, 8, 7]))).toBe(3);
  // What was scrolled to is known; a batch that is shorter takes nothing away.
  expect(newAmong(rows([1, 2, 3], [7, 5, 4, 3]), rows([1], [7]))).toBe(0);
  expect(newAmong(rows([], []), rows([], [1]))).toBe(1);
});
