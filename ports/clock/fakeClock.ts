import type { Clock } from "./clock.ts";

/** A clock that stands still until a test moves it. */
export interface FakeClock extends Clock {
  set(at: Date): void;
  advance(milliseconds: number): void;
}

/** Creates a clock for tests that starts at `at`. */
export function createFakeClock(at: Date): FakeClock {
  let current = at.getTime();
  let ticks = 0;
  return {
    now: () => new Date(current),
    ticks: () => ticks,
    set(to) {
      ticks += Math.max(0, to.getTime() - current);
      current = to.getTime();
    },
    advance(milliseconds) {
      current += milliseconds;
      ticks += milliseconds;
    },
  };
}
