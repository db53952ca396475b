import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { instantAt } from "#core/wallTime.ts";
import { localOf } from "#domains/appointments/calendar/rules.ts";
import { defaultHours, type Hours, isOpen } from "#domains/locations/hours/rules.ts";
import { canTakeBack, freeTimes, type TakenTime } from "./rules.ts";

const zone = "America/New_York";
const at = (local: string) => {
  const [date = "", clock = ""] = local.split("T");
  const [hour = 0, minute = 0] = clock.split(":").map(Number);
  return instantAt({ date, minutes: hour * 60 + minute }, zone, "next");
};
const span = (from: string, to: string): TakenTime => ({ from: at(from), to: at(to) });
/** Monday. */
const now = at("2026-11-23T10:05");
const daily = (opens: number, closes: number): Hours => ({
  week: Array.from({ length: 7 }, () => ({ opens: opens * 60, closes: closes * 60 })),
  closed: [],
});
const calendar = { now, zone, hours: daily(9, 12), own: undefined, taken: [], minutes: 30 };
const shown = (more: Partial<Parameters<typeof freeTimes>[0]>) =>
  freeTimes({ ...calendar, ...more }).map(({ day, times }) => [
    day.slice(5),
    ...times.map((time) => localOf(time, zone).slice(11)),
  ]);

describe("free times", () => {
  test.each([
    ["begin a quarter of an hour from now", {}, ["11-23", "10:30", "11:00", "11:30"]],
    ["and not sooner", { now: at("2026-11-23T10:16") }, ["11-23", "11:00", "11:30"]],
    ["end as the location closes", { minutes: 60 }, ["11-23", "10:30", "11:00"]],
    ["are tomorrow when today is over", { now: at("2026-11-23T12:00") }, ["11-24", "09:00", "10:00", "10:30", "11:30"]],
    ["leave out appointments", { taken: [span("2026-11-23T10:30", "2026-11-23T11:15")] }, ["11-23", "11:30"]],
    ["may touch them", { taken: [span("2026-11-23T11:00", "2026-11-23T11:30")] }, ["11-23", "10:30", "11:30"]],
    [
      "leave out days off",
      { taken: [span("2026-11-23T00:00", "2026-11-25T00:00")] },
      ["11-25", "09:00", "10:00", "10:30", "11:30"],
    ],
    ["keep to the host's own hours", { own: daily(11, 20).week }, ["11-23", "11:00", "11:30"]],
    [
      "are none on a closed day",
      { hours: { ...daily(9, 12), closed: ["2026-11-23"] } },
      ["11-24", "09:00", "10:00", "10:30", "11:30"],
    ],
  ] as const)("%s", (_, more, first) => {
    expect(shown(more as Partial<Parameters<typeof freeTimes>[0]>)[0]).toEqual(first);
  });

  test("are of three days, over Sunday", () => {
    const days = shown({ hours: defaultHours, now: at("2026-11-27T17:45") });
    expect(days.map(([day]) => day)).toEqual(["11-28", "11-30", "12-01"]);
  });

  test.each([
    ["nobody opens", { hours: { week: Array.from({ length: 7 }, () => null), closed: [] } }],
    ["it takes longer than a day", { minutes: 1_440 }],
    ["the host is off for weeks", { taken: [span("2026-11-01T00:00", "2026-12-31T00:00")] }],
  ])("are none when %s", (_, more) => expect(shown(more)).toEqual([]));

  test("are open, to come, and taken by no one", () => {
    const starts = fc.date({ min: new Date("2026-01-01"), max: new Date("2027-12-31"), noInvalidDate: true });
    const spans = fc.array(fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 3_000 })));
    fc.assert(
      fc.property(starts, spans, fc.integer({ min: 5, max: 240 }), (from, offsets, minutes) => {
        const taken = offsets.map(([after, length]) => ({
          from: new Date(from.getTime() + after * 60_000),
          to: new Date(from.getTime() + (after + length) * 60_000),
        }));
        for (const { times } of freeTimes({ now: from, zone, hours: defaultHours, own: undefined, taken, minutes }))
          for (const time of times) {
            const end = new Date(time.getTime() + minutes * 60_000);
            expect(time > from && isOpen(defaultHours, zone, time)).toBe(true);
            expect(taken.some((one) => one.from < end && one.to > time)).toBe(false);
          }
      }),
    );
  });
});

test.each([
  ["just made", {}, 0, true],
  ["after ten minutes", {}, 600_000, true],
  ["later", {}, 600_001, false],
  ["changed since", { version: 2 }, 0, false],
  ["completed", { status: 1 }, 0, false],
])("an appointment is taken back %s: %o, %i ms: %s", (_, more, after, can) => {
  expect(canTakeBack({ created: now, version: 1, status: 0, ...more }, new Date(now.getTime() + after))).toBe(can);
});
