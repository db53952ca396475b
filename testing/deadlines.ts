import type { Deadline } from "#ports/deadline.ts";

/** For requests that may leave. */
export const inTime: Deadline = { hasPassed: () => false };
/** For requests whose process was paused for too long. */
export const passed: Deadline = { hasPassed: () => true };
