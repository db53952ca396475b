import { describe, expect, test } from "vitest";
import { initialQuietHours } from "#domains/marketing/rules/rules.ts";
import { allowedBefore, decideReminder, lastUsefulTime, reminderText, reminderTime, whenIn } from "./rules.ts";

const zone = "America/New_York";
const quiet = { area: { zones: [zone], states: ["NY"], isGuess: false }, rules: initialQuietHours } as const;
const at = (time: string) => new Date(`${time}:00Z`);

describe("the time of a reminder", () => {
  test.each([
    ["a day before", "2026-11-24T19:15", 24, "2026-11-23T19:15"],
    ["an hour before", "2026-11-24T19:15", 1, "2026-11-24T18:15"],
    ["a day and a half before", "2026-11-24T19:15", 36, "2026-11-23T07:15"],
    [
      "a day before, over the clocks' change in spring: the same time of day",
      "2027-03-14T18:00",
      24,
      "2027-03-13T19:00",
    ],
    ["a day before, over the clocks' change in autumn", "2026-11-01T19:00", 24, "2026-10-31T18:00"],
    ["an hour before 3:30, when 2:30 doesn't exist", "2027-03-14T07:30", 1, "2027-03-14T06:30"],
    ["a day before a time of day that its day skips", "2027-03-15T06:30", 24, "2027-03-14T07:00"],
  ])("%s", (_name, starts, hours, expected) => {
    expect(reminderTime(at(starts), hours, zone)).toEqual(at(expected));
  });

  test("is moved from quiet hours to the evening before, never into the night", () => {
    // 7:00 AM becomes 8:45 PM of the day before.
    expect(allowedBefore(at("2026-11-24T12:00"), quiet)).toEqual(at("2026-11-24T01:45"));
    expect(allowedBefore(at("2026-11-24T13:00"), quiet)).toEqual(at("2026-11-24T13:00"));
    const never = { state: "NY", weekdays: 127, from: 720, to: 720, since: "2020-01-01" } as const;
    expect(allowedBefore(at("2026-11-24T13:00"), { ...quiet, rules: [never] })).toBeUndefined();
  });
});

describe("a reminder that is due", () => {
  const starts_at = at("2026-11-24T19:00");
  test.each([
    ["in time", 24, "2026-11-23T19:00", { kind: "send" }],
    ["at night, with the morning too late for it", 24, "2026-11-24T02:00", { kind: "skip", reason: "quiet" }],
    ["hours late, but long before", 24, "2026-11-24T01:59", { kind: "send" }],
    ["too late for what it is", 24, "2026-11-24T07:01", { kind: "skip", reason: "late" }],
    ["half an hour late", 1, "2026-11-24T18:30", { kind: "send" }],
    ["later than that", 1, "2026-11-24T18:31", { kind: "skip", reason: "late" }],
  ])("%s", (_name, hours_before, now, expected) => {
    expect(decideReminder({ starts_at, hours_before }, at(now), quiet)).toEqual(expected);
  });

  test("waits for the morning when that is still early enough", () => {
    const evening = at("2026-11-25T23:00");
    const decision = decideReminder({ starts_at: evening, hours_before: 18 }, at("2026-11-25T05:00"), quiet);
    expect(decision).toEqual({ kind: "wait", until: at("2026-11-25T13:00") });
    expect(lastUsefulTime(evening, 18)).toEqual(at("2026-11-25T14:00"));
  });
});

describe("the text", () => {
  const starts_at = at("2026-11-24T19:15");
  test("says when by the location's clocks, and what to reply", () => {
    const when = whenIn("en", starts_at, zone);
    expect(reminderText("en", { business: "Lopez Motors", when, isConfirmed: false })).toBe(
      "Lopez Motors: Reminder of your appointment on Tue, Nov 24 at 2:15 PM. Reply C to confirm, R to change.",
    );
    expect(reminderText("en", { business: "Lopez Motors", when, isConfirmed: true })).toBe(
      "Lopez Motors: Reminder of your appointment on Tue, Nov 24 at 2:15 PM. Reply R to change.",
    );
  });

  test("is one segment in Spanish, too, on every day of the week", () => {
    for (let day = 0; day < 7; day++) {
      const when = whenIn("es", new Date(starts_at.getTime() + day * 86_400_000), zone);
      const text = reminderText("es", { business: "Lopez Motors", when, isConfirmed: false });
      expect(text).toMatch(/^[\x20-\x7e]{1,160}$/);
    }
  });
});
