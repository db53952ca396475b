import { expect, test } from "vitest";
import { type MoveStep, movedRows } from "./moveRows.tsx";

test.each<[number, MoveStep, string]>([
  [0, 1, "bac"],
  [2, -1, "acb"],
  [1, 1, "acb"],
  [0, -1, "abc"],
  [2, 1, "abc"],
  [7, 1, "abc"],
])("row %i moved by %i makes %s", (at, step, expected) => {
  expect(movedRows([..."abc"], at, step).join("")).toBe(expected);
});
