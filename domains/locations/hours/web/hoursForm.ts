import type { Hours } from "../rules.ts";

/** A day as the form holds it: its times are kept while it is closed, as texts of minutes. */
export interface DayValues {
  isOpen: boolean;
  opens: string;
  closes: string;
}

export interface HoursValues extends Record<string, unknown> {
  week: DayValues[];
  closed: string[];
  /** A closed day that is chosen and not added yet. */
  another: string;
}

/** Sunday first, as in `Hours`. */
export const dayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

const [monday, friday] = [1, 5];
const usual = { opens: String(9 * 60), closes: String(18 * 60) };

export function shownHours({ week, closed }: Hours): HoursValues {
  const days = week.map((span) =>
    span ? { isOpen: true, opens: String(span.opens), closes: String(span.closes) } : { isOpen: false, ...usual },
  );
  return { week: days, closed: [...closed], another: "" };
}

/** What is sent: a day that is chosen and not added yet is meant, too. */
export function chosenHours({ week, closed, another }: HoursValues) {
  const spans = week.map(({ isOpen, opens, closes }) =>
    isOpen ? { opens: Number(opens), closes: Number(closes) } : null,
  );
  return { week: spans, closed: withDay(closed, another) };
}

/** Monday's times on the days until Friday. */
export function likeMonday(week: readonly DayValues[]): DayValues[] {
  const first = week[monday];
  return week.map((day, index) => (first && index > monday && index <= friday ? { ...first } : day));
}

/** Closed days with one more, in their order. */
export function withDay(closed: readonly string[], day: string): string[] {
  return [...new Set(day ? [...closed, day] : closed)].sort();
}

/** `9:00 AM`, and `Midnight` for a day's end. */
export function timeName(minutes: number): string {
  if (minutes === 1440) return "Midnight";
  const hour = Math.floor(minutes / 60);
  return `${hour % 12 || 12}:${String(minutes % 60).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;
}

const half = 30;

/** Each half hour to choose from, and what was set to another minute. */
export function timeChoices(kind: "opens" | "closes", chosen: string) {
  const first = kind === "opens" ? 0 : half;
  const minutes = new Set(Array.from({ length: 48 }, (_, index) => first + index * half));
  if (chosen !== "") minutes.add(Number(chosen));
  return [...minutes]
    .sort((one, other) => one - other)
    .map((value) => ({ value: String(value), label: timeName(value) }));
}
