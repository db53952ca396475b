/** The port to the time of day, so that tests can set it. */
export interface Clock {
  now(): Date;
}
