import { expect, test } from "vitest";
import type { Clock } from "./clock/clock.ts";
import { deadlineIn } from "./deadline.ts";

/** A clock whose time of day and ticks move apart, as when somebody sets it or the machine sleeps. */
function machine() {
  const time = { day: Date.parse("2026-03-02T12:00:00Z"), ticks: 5_000 };
  const clock: Clock = { now: () => new Date(time.day), ticks: () => time.ticks };
  return { time, clock };
}

test.each([
  ["a moment later", { day: 9_999, ticks: 9_999 }, false],
  ["when its time is up", { day: 10_000, ticks: 10_000 }, true],
  ["after the process was stopped for half a minute", { day: 30_000, ticks: 30_000 }, true],
  ["after the machine slept, when ticks stand still", { day: 3_600_000, ticks: 20 }, true],
  ["after the clock was set back an hour", { day: -3_590_000, ticks: 10_001 }, true],
  ["when the clock was set back and no time has passed", { day: -3_600_000, ticks: 20 }, false],
])("%s: has it passed?", (_when, elapsed, expected) => {
  const { time, clock } = machine();
  const deadline = deadlineIn(clock, 10_000);
  time.day += elapsed.day;
  time.ticks += elapsed.ticks;
  expect(deadline.hasPassed()).toBe(expected);
});

test("a deadline that is over from the start has passed", () => {
  expect(deadlineIn(machine().clock, 0).hasPassed()).toBe(true);
  expect(deadlineIn(machine().clock, -5_000).hasPassed()).toBe(true);
});
