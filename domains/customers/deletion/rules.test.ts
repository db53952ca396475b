import { expect, test } from "vitest";
import { restoredText, workText } from "./rules.ts";

const work = (...counts: number[]) =>
  ["coming appointment", "open task", "scheduled text"].map((what, index) => ({ what, count: counts[index] ?? 0 }));

test.each([
  [work(0, 0, 0), ""],
  [work(1, 0, 0), "1 coming appointment"],
  [work(0, 2, 1), "2 open tasks and 1 scheduled text"],
  [work(1, 1, 1200), "1 coming appointment, 1 open task and 1,200 scheduled texts"],
])("%j in words", (counts, text) => expect(workText(counts)).toBe(text));

test.each([
  [{ restored: 1, refused: 0 }, "1 customer restored"],
  [{ restored: 0, refused: 2 }, "2 customers couldn't be restored: the phone belongs to another customer now"],
  [
    { restored: 2, refused: 1 },
    "2 customers restored. 1 customer couldn't be restored: the phone belongs to another customer now",
  ],
  [{ restored: 0, refused: 0 }, "Nothing to restore"],
])("%j: %s", (result, text) => expect(restoredText(result)).toBe(text));
