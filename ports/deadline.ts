import type { Clock } from "./clock/clock.ts";

/**
 * The last moment at which a request may leave this process. An adapter asks it in the same turn in which it writes the
 * request, because the process may have been paused since the caller checked that the request may leave.
 */
export interface Deadline {
  hasPassed(): boolean;
}

/** A request did not leave, and never will: its deadline passed, or no connection could be opened. */
export class NeverLeft extends Error {
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds = 1) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Milliseconds from the intent to make a request until the request has left, or never leaves. */
export const leavesWithin = 10_000;

/**
 * A deadline from now on. Neither a machine that slept nor a clock that was set back extends it: the time of day covers
 * the first, ticks cover the second.
 */
export function deadlineIn(clock: Clock, milliseconds: number = leavesWithin): Deadline {
  const began = clock.now().getTime();
  const ticks = clock.ticks();
  return {
    hasPassed: () => clock.now().getTime() - began >= milliseconds || clock.ticks() - ticks >= milliseconds,
  };
}
