import { expect, test } from "vitest";
import { ZoneCount } from "./zoneCount.ts";

const at = (hour: number) => new Date(`2026-11-24T${String(hour).padStart(2, "0")}:00:00Z`);

test("people are counted by the zone that decides about them, the earliest first", () => {
  const zones = new ZoneCount();
  zones.add("America/Los_Angeles", false, at(17));
  zones.add("America/New_York", false, at(14));
  // An area code of two zones goes with the one whose clocks are last.
  zones.add("America/New_York America/Chicago", false, at(15));
  zones.add("America/Chicago", false, at(16));
  zones.add("America/New_York", false, at(13));
  zones.add("America/New_York", true, at(17));
  expect(zones.result()).toEqual([
    { zone: "America/New_York", is_guess: 0, count: 2, first_due_at: at(13), last_due_at: at(14) },
    { zone: "America/Chicago", is_guess: 0, count: 2, first_due_at: at(15), last_due_at: at(16) },
    { zone: "America/Los_Angeles", is_guess: 0, count: 1, first_due_at: at(17), last_due_at: at(17) },
    { zone: "America/New_York", is_guess: 1, count: 1, first_due_at: at(17), last_due_at: at(17) },
  ]);
});

test("nobody, no zones", () => {
  expect(new ZoneCount().result()).toEqual([]);
});
