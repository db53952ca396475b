/** Minimum milliseconds between two looks at what is due. */
export const lookMs = 5;
/** Milliseconds after which it is tried again: the database failed, or another process has what is due. */
export const retryMs = 1_000;
/** Milliseconds after which somebody looks for what another process left. */
const restMs = 10_000;

/** Milliseconds to wait with the next one due in so many; null: there is none. */
export const waitUntil = (ms: number | null) => (ms === null ? restMs : Math.min(restMs, ms > 0 ? ms : retryMs));
