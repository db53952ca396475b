import type { Clock } from "#ports/clock/clock.ts";

/** A clock that runs faster than ours, and alike in every process. */
export interface FastTime {
  /** The machine's time at which it shows `shows`, in milliseconds since 1970. */
  readonly at: number;
  readonly shows: number;
  readonly factor: number;
}

export function createFastClock({ at, shows, factor }: FastTime): Clock {
  return {
    now: () => new Date(shows + (Date.now() - at) * factor),
    ticks: () => performance.now() * factor,
  };
}
