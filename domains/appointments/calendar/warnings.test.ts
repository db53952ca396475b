import { describe, expect, test } from "vitest";
import { defaultHours } from "#domains/locations/hours/rules.ts";
import { hoursOn, savedText, warningsFor } from "../rules.ts";

const zone = "America/New_York";

test("a day's hours are the week's, unless that day is closed", () => {
  expect(hoursOn(defaultHours, "2026-11-24")).toEqual({ opens: 540, closes: 1080 });
  expect(hoursOn(defaultHours, "2026-11-22")).toBeNull();
  expect(hoursOn({ ...defaultHours, closed: ["2026-11-24"] }, "2026-11-24")).toBeNull();
});

describe("warnings", () => {
  const quiet = { zone, now: new Date("2026-11-20T15:00:00Z"), hours: defaultHours, others: [] };
  const at = (day: string, from: string, to: string) => ({
    datetime: new Date(`${day}T${from}:00-05:00`),
    ends_at: new Date(`${day}T${to}:00-05:00`),
  });
  const outside = { doubt: "hours", text: "This is outside business hours (9:00 AM to 6:00 PM)." };

  test.each([
    ["at the first minute", at("2026-11-24", "09:00", "09:30"), []],
    ["to the last minute", at("2026-11-24", "17:30", "18:00"), []],
    ["before opening", at("2026-11-24", "08:45", "09:15"), [outside]],
    ["past closing", at("2026-11-24", "17:45", "18:15"), [outside]],
    [
      "on a closed day",
      at("2026-11-22", "10:00", "10:30"),
      [{ doubt: "closed", text: "This location is closed that day." }],
    ],
    [
      "into the next day",
      { ...at("2026-11-24", "17:30", "18:00"), ends_at: new Date("2026-11-25T15:00:00Z") },
      [outside],
    ],
  ])("%s", (_name, time, warnings) => {
    expect(warningsFor({ ...quiet, ...time })).toEqual(warnings);
  });

  test.each([
    ["a minute ago", "2026-11-24T14:59:00Z", ["past"]],
    ["within this minute", "2026-11-24T14:59:30Z", []],
    ["this very moment, whatever the hours", "2026-11-24T15:00:00Z", []],
    ["in 2020, on a Saturday", "2020-11-21T15:00:00Z", ["past"]],
    ["in 1997, on a Wednesday night", "1997-01-01T08:00:00Z", ["past", "hours"]],
    ["last Sunday", "2026-11-22T15:00:00Z", ["past", "closed"]],
    ["tomorrow at 3 AM", "2026-11-25T08:00:00Z", ["hours"]],
    ["next Sunday", "2026-11-29T15:00:00Z", ["closed"]],
  ])("%s", (_name, at, doubts) => {
    const [now, datetime] = [new Date("2026-11-24T15:00:00Z"), new Date(at)];
    const ends_at = new Date(datetime.getTime() + 30 * 60_000);
    const warnings = warningsFor({ ...quiet, now, datetime, ends_at });
    expect(warnings.map(({ doubt }) => doubt)).toEqual(doubts);
  });

  test("say how long ago it is", () => {
    const now = new Date("2026-11-24T20:00:00Z");
    const text = (at: string) => warningsFor({ ...quiet, now, datetime: new Date(at), ends_at: new Date(at) })[0]?.text;
    expect(text("2020-11-20T15:00:00Z")).toBe("This is in the past (November 20, 2020).");
    expect(text("2026-11-24T15:00:00Z")).toBe("This is in the past (10:00 AM).");
  });

  test("name the customer's other appointment", () => {
    const others = [{ title: "Service", datetime: new Date("2026-11-24T15:00:00Z"), customer_name: "Amy Pond" }];
    const time = at("2026-11-24", "10:00", "10:30");
    expect(warningsFor({ ...quiet, ...time, others }).map(({ text }) => text)).toEqual([
      "Amy Pond has “Service” at 10:00 AM.",
    ]);
  });
});

test("what was saved is said before what speaks against it", () => {
  expect(savedText("Appointment created", [])).toBe("Appointment created");
  const closed = { doubt: "closed", text: "This location is closed that day." } as const;
  expect(savedText("Appointment created", [closed])).toBe("Appointment created. This location is closed that day.");
});
