import { describe, expect, test } from "vitest";
import type { Clock } from "./clock.ts";
import { setClock } from "./setClock.ts";
import { systemClock } from "./system.ts";

const noon = new Date("2026-03-02T12:00:00Z");
const adapters: [string, Clock][] = [
  ["system", systemClock],
  ["set", setClock(noon)],
];

describe.each(adapters)("the %s clock", (_name, clock) => {
  test("shows a valid time and never goes back by itself", () => {
    const first = clock.now();
    expect(Number.isNaN(first.getTime())).toBe(false);
    expect(clock.now().getTime()).toBeGreaterThanOrEqual(first.getTime());
  });

  test("hands out dates that can be changed without changing the clock", () => {
    const shown = clock.now();
    shown.setFullYear(1999);
    expect(clock.now().getFullYear()).not.toBe(1999);
  });
});

test("the system clock shows the machine's time", () => {
  const before = Date.now();
  const shown = systemClock.now().getTime();
  expect(shown).toBeGreaterThanOrEqual(before);
  expect(shown).toBeLessThanOrEqual(Date.now());
});

test("a set clock moves only when told", () => {
  const clock = setClock(noon);
  clock.advance(1500);
  expect(clock.now().toISOString()).toBe("2026-03-02T12:00:01.500Z");
  clock.set(new Date("2030-01-01T00:00:00Z"));
  expect(clock.now().toISOString()).toBe("2030-01-01T00:00:00.000Z");
});
