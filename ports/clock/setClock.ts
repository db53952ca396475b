import type { Clock } from "./clock.ts";

/** A clock that stands still until a test moves it. */
export interface SetClock extends Clock {
  set(at: Date): void;
  advance(milliseconds: number): void;
}

/** Creates a clock for tests that starts at `at`. */
export function setClock(at: Date): SetClock {
  let current = at.getTime();
  return {
    now: () => new Date(current),
    set(to) {
      current = to.getTime();
    },
    advance(milliseconds) {
      current += milliseconds;
    },
  };
}
