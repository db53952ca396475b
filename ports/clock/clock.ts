/** The port to the current time, so that tests can set it. */
export interface Clock {
  now(): Date;
  /** Milliseconds that only ever grow, from an arbitrary start: for spans that a corrected clock must not stretch. */
  ticks(): number;
}
