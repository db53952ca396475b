import { expect, test } from "vitest";
import { fromDateTimeField, toDateTimeField } from "./wallTime.ts";

const zone = "America/Los_Angeles";

test.each([
  ["2026-11-21T09:00", "2026-11-21T17:00:00.000Z"],
  ["2026-07-04T23:59", "2026-07-05T06:59:00.000Z"],
  ["2026-12-31T23:30", "2027-01-01T07:30:00.000Z"],
  // The clocks skip this half hour in spring,
  ["2026-03-08T02:30", "2026-03-08T10:30:00.000Z"],
  // and show this one twice in autumn.
  ["2026-11-01T01:30", "2026-11-01T08:30:00.000Z"],
  ["2026-11-01T02:00", "2026-11-01T10:00:00.000Z"],
])("%s in Los Angeles is %s", (field, instant) => expect(fromDateTimeField(field, zone)?.toISOString()).toBe(instant));

test("the field shows the location's time", () => {
  expect(toDateTimeField(new Date("2026-11-21T17:05:40Z"), zone)).toBe("2026-11-21T09:05");
  expect(toDateTimeField(new Date("2026-11-21T08:00:00Z"), zone)).toBe("2026-11-21T00:00");
  expect(toDateTimeField(new Date("2026-11-21T17:05:40Z"), "Asia/Kolkata")).toBe("2026-11-21T22:35");
});

test.each(["", "tomorrow", "2026-13-40T09:00"])("%j is not a time", (field) =>
  expect(fromDateTimeField(field, zone)).toBeUndefined(),
);
