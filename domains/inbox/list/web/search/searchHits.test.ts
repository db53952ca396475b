import { expect, test } from "vitest";
import { countNewHits } from "./searchHits.ts";

const rows = (chats: number[], messages: number[]) =>
  ({
    chats: chats.map((id) => ({ id })),
    messages: messages.map((message_id) => ({ message_id })),
  }) as never;

test("only hits that were not there before count as new, whatever their order", () => {
  expect(countNewHits(rows([1, 2], [7, 5]), rows([2, 1], [7, 5]))).toBe(0);
  expect(countNewHits(rows([1, 2], [7, 5]), rows([3, 1], [9, 8, 7]))).toBe(3);
  // Hits loaded by scrolling count as seen; a shorter batch removes nothing.
  expect(countNewHits(rows([1, 2, 3], [7, 5, 4, 3]), rows([1], [7]))).toBe(0);
  expect(countNewHits(rows([], []), rows([], [1]))).toBe(1);
});
