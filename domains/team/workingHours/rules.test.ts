import { expect, test } from "vitest";
import { defaultHours } from "#domains/locations/hours/rules.ts";
import { canChangeHours, worksAt } from "./rules.ts";

const zone = "America/New_York";
const evenings = [null, null, { opens: 1080, closes: 1440 }, null, null, null, null];

test.each([
  ["the location's hours", undefined, "2026-11-24T15:00:00Z", true],
  ["a day on which the location is closed", undefined, "2026-11-22T15:00:00Z", false],
  ["before their own hours", evenings, "2026-11-24T15:00:00Z", false],
  ["their own hours, after the location has closed", evenings, "2026-11-25T02:00:00Z", true],
  ["the end of their day", evenings, "2026-11-25T05:00:00Z", false],
])("a member works in %s", (_, own, at, isWorking) => {
  expect(worksAt(defaultHours, own, zone, new Date(at))).toBe(isWorking);
});

test("nobody works on a closed day, whatever their own week says", () => {
  const location = { ...defaultHours, closed: ["2026-11-24"] };
  expect(worksAt(location, evenings, zone, new Date("2026-11-25T02:00:00Z"))).toBe(false);
});

test("agents change their own hours, managers anyone's", () => {
  expect(canChangeHours({ user_id: 1, role: "agent" }, 1)).toBe(true);
  expect(canChangeHours({ user_id: 1, role: "agent" }, 2)).toBe(false);
  expect(canChangeHours({ user_id: 1, role: "manager" }, 2)).toBe(true);
});
