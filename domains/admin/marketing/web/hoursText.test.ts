import { expect, test } from "vitest";
import { clockText, daysText, stateText } from "./hoursText.ts";

test.each([
  [0, "12 AM"],
  [480, "8 AM"],
  [570, "9:30 AM"],
  [720, "12 PM"],
  [1260, "9 PM"],
])("%i minutes read %s", (minutes, text) => {
  expect(clockText(minutes)).toBe(text);
});

test.each([
  [127, "Every day"],
  [62, "Mon–Fri"],
  [126, "Mon–Sat"],
  [65, "Sun, Sat"],
  [1, "Sun"],
  [3, "Sun, Mon"],
])("%i reads %s", (weekdays, text) => {
  expect(daysText(weekdays)).toBe(text);
});

test("a rule without a state holds everywhere", () => {
  expect([stateText(""), stateText("TX"), stateText("??")]).toEqual(["Everywhere", "Texas", "??"]);
});
