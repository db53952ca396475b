import { expect, test } from "vitest";
import { isZone, offsetAt } from "./wallTime.ts";
import { labelOffset, parseZoneOption, zoneOptions } from "./zoneOptions.ts";

test("has 82 zones, which with the blank make 83 options, each known to this runtime", () => {
  expect(zoneOptions).toHaveLength(82);
  expect(new Set(zoneOptions.map(({ label }) => label)).size).toBe(82);
  expect(new Set(zoneOptions.map(({ zone }) => zone)).size).toBe(82);
  expect(zoneOptions.filter(({ zone }) => !isZone(zone))).toEqual([]);
});

test("only these labels name another offset than the zone's standard time", () => {
  const standard = (zone: string) =>
    Math.min(...["2026-01-15", "2026-07-15"].map((day) => offsetAt(zone, new Date(`${day}T12:00:00Z`))));
  const wrong = zoneOptions.filter((option) => labelOffset(option) !== standard(option.zone)).map(({ id }) => id);
  expect(wrong).toEqual([24, 36, 43, 48, 59]);
});

test.each([
  ["", ""],
  ["(GMT-06:00) Central Time (US & Canada)", "America/Chicago"],
  ["15", "America/New_York"],
  ["America/Denver", "America/Denver"],
  ["America/Boise", "America/Boise"],
  ["-5", "America/New_York"],
  ["-05:00", "America/New_York"],
  ["-0800", "America/Los_Angeles"],
  ["+05:45", "Asia/Kathmandu"],
  ["0", "Atlantic/Reykjavik"],
  ["+01:00", "Europe/Berlin"],
] as const)("reads %j as %s", (sent, zone) => {
  const parsed = parseZoneOption(sent);
  expect(typeof parsed === "object" ? parsed.zone : parsed).toBe(zone);
});

test.each(["83", "99", "Mars/Base", "Eastern", "-5:00:00", "<b>", "UTC"])("refuses %j", (sent) => {
  expect(parseZoneOption(sent)).toBeUndefined();
});
