import { expect, test } from "vitest";
import { busyText, canChangeTimeOff, spanText } from "./rules.ts";

const zone = "America/New_York";

test.each([
  ["2027-06-08T04:00:00.000Z", "2027-06-09T04:00:00.000Z", "Tue, Jun 8"],
  ["2027-06-08T04:00:00.000Z", "2027-06-11T04:00:00.000Z", "Tue, Jun 8 to Thu, Jun 10"],
  ["2027-03-13T05:00:00.000Z", "2027-03-15T04:00:00.000Z", "Sat, Mar 13 to Sun, Mar 14"],
  ["2027-06-08T13:00:00.000Z", "2027-06-08T21:30:00.000Z", "Tue, Jun 8, 9:00 AM to Tue, Jun 8, 5:30 PM"],
])("%s to %s reads %s", (starts, ends, text) => {
  expect(spanText(starts, ends, zone)).toBe(text);
});

test("agents change their own time off, everybody else all of it", () => {
  expect(canChangeTimeOff({ user_id: 1, role: "agent" }, 1)).toBe(true);
  expect(canChangeTimeOff({ user_id: 1, role: "agent" }, 2)).toBe(false);
  expect(canChangeTimeOff({ user_id: 1, role: "manager" }, 2)).toBe(true);
});

test("what has to be moved first is said in the right number", () => {
  expect([0, 1, 2].map((count) => busyText("Sam Lee", count))).toEqual([
    "Sam Lee has an appointment at another location then. Move it first.",
    "Sam Lee has an appointment then. Move or reassign it first.",
    "Sam Lee has 2 appointments then. Move or reassign them first.",
  ]);
});
