import { expect, test } from "vitest";
import { snoozeError } from "./rules.ts";

const now = new Date("2026-11-22T18:00:00Z");

test.each([
  ["2026-11-22T18:01:00Z", ""],
  ["2027-11-22T18:00:00Z", ""],
  ["2026-11-22T18:00:59Z", "Choose a time at least a minute from now"],
  ["2020-01-01T00:00:00Z", "Choose a time at least a minute from now"],
  ["2027-11-22T18:00:01Z", "Choose a time within a year"],
  ["tomorrow", "Choose when the conversation comes back"],
])("until %s: %j", (until, error) => {
  expect(snoozeError(new Date(until), now)).toBe(error);
});
