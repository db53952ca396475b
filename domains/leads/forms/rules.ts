const minuteMs = 60_000;
/** Minutes between looks for forms whose notice was lost. */
const lookMinutes = 60;
/** Minutes within which a provider may list a form later than it was filled in. */
const lateMinutes = 60;
/** Failures in a row after which the card says so. */
const toleratedFailures = 3;

/** When a page is looked at next, after so many failures in a row. */
export function dueAfter(failures: number, now: Date, retryAfter = 0): Date {
  const minutes = failures === 0 ? lookMinutes : Math.min(5 * 2 ** (failures - 1), lookMinutes);
  return new Date(now.getTime() + Math.max(minutes * minuteMs, Math.min(retryAfter, 86_400) * 1_000));
}

/** Forms filled in before then are known to be read: what is listed late is listed within an hour. */
export const sinceOf = (read_to: Date): Date => new Date(read_to.getTime() - lateMinutes * minuteMs);

export const stateAfter = (failures: number): "ok" | "failing" => (failures >= toleratedFailures ? "failing" : "ok");
