import { daysLater, instantAt, wallTimeAt, weekdayOf } from "./wallTime.ts";

/** The periods of figures and of lists; all of them end now. */
export const periods = ["today", "days7", "week", "month", "days30", "days90", "year"] as const;
export type Period = (typeof periods)[number];

export const periodLabels: Record<Period, string> = {
  today: "Today",
  days7: "Last 7 days",
  week: "This week",
  month: "This month",
  days30: "Last 30 days",
  days90: "Last 90 days",
  year: "Last 365 days",
};

/** From `from` to just before `to`. */
export interface TimeRange {
  readonly from: Date;
  readonly to: Date;
}

/** Days from the period's first midnight to today's; the last 30 days include today. */
const daysBefore: Record<Period, (today: string) => number> = {
  today: () => 0,
  days7: () => 6,
  week: weekdayOf,
  month: (today) => Number(today.slice(8)) - 1,
  days30: () => 29,
  days90: () => 89,
  year: () => 364,
};

/** The period in a zone: from its first midnight through now. */
export function rangeOf(period: Period, now: Date, zone: string): TimeRange {
  const { date } = wallTimeAt(now, zone);
  return { from: midnight(now, zone, -daysBefore[period](date)), to: new Date(now.getTime() + 1) };
}

/** The start of the current day in the zone, or of the day `days` later. */
export function midnight(now: Date, zone: string, days = 0): Date {
  return instantAt({ date: daysLater(wallTimeAt(now, zone).date, days), minutes: 0 }, zone, "next");
}

/** A month in words. @param month `2026-11`. @returns `November 2026`. */
export const monthName = (month: string): string =>
  new Date(`${month}-15T12:00:00Z`).toLocaleDateString("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
