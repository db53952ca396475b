import type { TimeFormats } from "../time/useTime.ts";

/** The time of day of a draft that was saved today, at the location; with the date of an older one. */
export function savedTime(savedAt: string, time: Pick<TimeFormats, "date" | "time" | "dateTime">, now: Date): string {
  return time.date(savedAt) === time.date(now) ? time.time(savedAt) : time.dateTime(savedAt);
}
