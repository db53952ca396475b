import { expect, test } from "vitest";
import { waitLength } from "./waits.ts";

const now = new Date("2026-11-22T18:00:00Z");

test.each([
  ["2026-11-22T18:00:30Z", "1m", "new"],
  ["2026-11-22T17:59:40Z", "1m", "new"],
  ["2026-11-22T17:58:00Z", "2m", "new"],
  ["2026-11-22T17:45:01Z", "14m", "new"],
  ["2026-11-22T17:45:00Z", "15m", "long"],
  ["2026-11-22T17:00:01Z", "59m", "long"],
  ["2026-11-22T17:00:00Z", "1h", "late"],
  ["2026-11-22T16:49:00Z", "1h 11m", "late"],
  ["2026-11-21T18:00:01Z", "23h 59m", "late"],
  ["2026-11-19T17:00:00Z", "3d", "late"],
])("somebody who has waited since %s has waited %s, which is %s", (since, text, level) => {
  expect(waitLength(since, now)).toEqual({ text, level });
});
