import { expect, test } from "vitest";
import { typedDay } from "./typedDay.ts";

test.each([
  ["11/05/2026", "2026-11-05"],
  ["11/5/2026", "2026-11-05"],
  [" 2-29-2028 ", "2028-02-29"],
  ["2/29/2026", null],
  ["13/1/2026", null],
  ["11/5/26", null],
  ["1", null],
  ["", null],
])("%s is %s", (text, day) => {
  expect(typedDay(text)).toBe(day);
});
