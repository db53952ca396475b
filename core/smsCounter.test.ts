import { expect, test } from "vitest";
import { counterText, cutToLimit, segmentsOf } from "./smsCounter.ts";

test.each([
  [0, "0/160"],
  [160, "160/160"],
  [161, "161/320"],
  [320, "320/320"],
])("%i characters count as %s", (length, shown) => expect(counterText("x".repeat(length))).toBe(shown));

test("text beyond 320 characters is cut, at whole characters", () => {
  expect(cutToLimit("short")).toBe("short");
  expect(cutToLimit("x".repeat(400))).toBe("x".repeat(320));
  expect(cutToLimit(`${"x".repeat(319)}👋`)).toBe("x".repeat(319));
  expect(cutToLimit(`${"x".repeat(318)}👋`)).toBe(`${"x".repeat(318)}👋`);
});

test.each([
  ["", "GSM-7", 0],
  ["x".repeat(160), "GSM-7", 1],
  ["x".repeat(161), "GSM-7", 2],
  ["x".repeat(306), "GSM-7", 2],
  ["x".repeat(307), "GSM-7", 3],
  ["é£Ω\n".repeat(40), "GSM-7", 1],
  ["€".repeat(80), "GSM-7", 1],
  ["€".repeat(81), "GSM-7", 2],
  // An escape and its character stay together, so the first segment's last unit stays empty.
  [`${"x".repeat(152)}${"€".repeat(77)}`, "GSM-7", 3],
  ["ç", "UCS-2", 1],
  ["’".repeat(70), "UCS-2", 1],
  ["’".repeat(71), "UCS-2", 2],
  ["👋".repeat(35), "UCS-2", 1],
  ["👋".repeat(36), "UCS-2", 2],
  ["👋".repeat(67), "UCS-2", 3],
])("%j is sent as %s in %i segments", (text, encoding, count) => expect(segmentsOf(text)).toEqual({ encoding, count }));
