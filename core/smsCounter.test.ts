import { expect, test } from "vitest";
import { counterOf, cut } from "./smsCounter.ts";

test.each([
  [0, "0/160"],
  [160, "160/160"],
  [161, "161/320"],
  [320, "320/320"],
])("%i characters count as %s", (length, shown) => expect(counterOf("x".repeat(length))).toBe(shown));

test("what is beyond 320 characters is cut, whole characters only", () => {
  expect(cut("short")).toBe("short");
  expect(cut("x".repeat(400))).toBe("x".repeat(320));
  expect(cut(`${"x".repeat(319)}👋`)).toBe("x".repeat(319));
  expect(cut(`${"x".repeat(318)}👋`)).toBe(`${"x".repeat(318)}👋`);
});
