import type { Clock } from "./clock.ts";

/** A clock that stands still until it is moved. */
export interface SetClock extends Clock {
  set(at: Date): void;
  advance(milliseconds: number): void;
}

/** Makes a clock for tests that shows `at`. */
export function setClock(at: Date): SetClock {
  let shown = at.getTime();
  return {
    now: () => new Date(shown),
    set(to) {
      shown = to.getTime();
    },
    advance(milliseconds) {
      shown += milliseconds;
    },
  };
}
