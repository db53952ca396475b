import type { TimeRange } from "#core/periods.ts";
import { instantAt, wallTimeAt } from "#core/wallTime.ts";

/** Days within which an appointment counts for the source that its customer last came through. */
export const attributionDays = 30;

/** The source of what came to the location's own number. */
export const mainLine = "";

/** A source as people read it. */
export const nameOfSource = (source: string) => (source === mainLine ? "Main line" : source);

/** Months that a report can be of. */
export const reportedMonths = 13;

/** The month of an instant in a zone: `2026-11`. */
export const monthAt = (at: Date, zone: string) => wallTimeAt(at, zone).date.slice(0, 7);

/** `2026-12` after `2026-11`; `by` may be negative. */
export function monthLater(month: string, by: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const count = year * 12 + number - 1 + by;
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, "0")}`;
}

/** A month in a zone: from its first midnight to just before the next one's. */
export function monthRange(month: string, zone: string): TimeRange {
  const start = (one: string) => instantAt({ date: `${one}-01`, minutes: 0 }, zone, "next");
  return { from: start(month), to: start(monthLater(month, 1)) };
}

/** Cents for each, rounded; null without spend or without any. */
export const costOf = (spend: number | null, count: number) =>
  spend === null || count === 0 ? null : Math.round(spend / count);
