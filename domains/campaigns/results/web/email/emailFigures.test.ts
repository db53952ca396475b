import { expect, test } from "vitest";
import { recipientStates } from "../../../text/fields.ts";
import { emailProgress, shareText } from "./emailFigures.ts";

const stats = (delivered_count: number, bounced_count: number) =>
  ({ delivered_count, bounced_count }) as Parameters<typeof emailProgress>[1];

test("everyone who is mailed is in exactly one part", () => {
  const counts = recipientStates.map((state) => ({ state, text: state, count: 10 }));
  const { parts, handed, expected } = emailProgress(counts, stats(25, 5));
  expect(parts.map(({ label, count }) => [label, count])).toEqual([
    ["Delivered", 25],
    ["Sending", 10],
    ["Unknown", 10],
    ["Bounced", 5],
    ["Failed", 10],
    ["To go", 10],
  ]);
  expect(parts.reduce((sum, { count }) => sum + count, 0)).toBe(expected);
  // Who was left out is never sent anything.
  expect([handed, expected]).toEqual([60, 70]);
});

test("before the start there is nobody", () => {
  expect(emailProgress([], stats(0, 0))).toEqual({ parts: [], handed: 0, expected: 0 });
});

test("shareText has one decimal, and nothing to divide by is a dash", () => {
  expect([shareText(41.67, 12), shareText(100, 1), shareText(0, 5), shareText(0, 0)]).toEqual([
    "41.7%",
    "100%",
    "0%",
    "–",
  ]);
});
