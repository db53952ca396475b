import { describe, expect, test } from "vitest";
import type { Clock } from "./clock.ts";
import { createFakeClock } from "./fakeClock.ts";
import { systemClock } from "./system.ts";

const noon = new Date("2026-03-02T12:00:00Z");
const adapters: [string, Clock][] = [
  ["system", systemClock],
  ["fake", createFakeClock(noon)],
];

describe.each(adapters)("the %s clock", (_name, clock) => {
  test("returns a valid time that never goes backward on its own", () => {
    const first = clock.now();
    expect(Number.isNaN(first.getTime())).toBe(false);
    expect(clock.now().getTime()).toBeGreaterThanOrEqual(first.getTime());
  });

  test("returns dates that can be mutated without changing the clock", () => {
    const now = clock.now();
    now.setFullYear(1999);
    expect(clock.now().getFullYear()).not.toBe(1999);
  });
});

test("the system clock returns the machine's time", () => {
  const before = Date.now();
  const now = systemClock.now().getTime();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
});

test("a fake clock moves only when a test moves it", () => {
  const clock = createFakeClock(noon);
  clock.advance(1500);
  expect(clock.now().toISOString()).toBe("2026-03-02T12:00:01.500Z");
  clock.set(new Date("2030-01-01T00:00:00Z"));
  expect(clock.now().toISOString()).toBe("2030-01-01T00:00:00.000Z");
});
