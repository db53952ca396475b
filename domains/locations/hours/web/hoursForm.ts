import type { Hours } from "../rules.ts";

/** A day's form values; a closed day keeps its times. Times are minutes as strings. */
export interface DayValues {
  isOpen: boolean;
  opens: string;
  closes: string;
}

export interface HoursValues extends Record<string, unknown> {
  week: DayValues[];
  closed: string[];
  /** A closed day that is picked but not added yet. */
  another: string;
}

/** Sunday first, as in `Hours`. */
export const dayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

const [monday, friday] = [1, 5];
const defaultTimes = { opens: String(9 * 60), closes: String(18 * 60) };

export function hoursToForm({ week, closed }: Hours): HoursValues {
  const days = week.map((span) =>
    span
      ? { isOpen: true, opens: String(span.opens), closes: String(span.closes) }
      : { isOpen: false, ...defaultTimes },
  );
  return { week: days, closed: [...closed], another: "" };
}

/** Converts form values to hours, including a picked day that was not added. */
export function formToHours({ week, closed, another }: HoursValues) {
  const spans = week.map(({ isOpen, opens, closes }) =>
    isOpen ? { opens: Number(opens), closes: Number(closes) } : null,
  );
  return { week: spans, closed: addClosedDay(closed, another) };
}

/** Copies Monday's times to Tuesday through Friday. */
export function copyMonday(week: readonly DayValues[]): DayValues[] {
  const first = week[monday];
  return week.map((day, index) => (first && index > monday && index <= friday ? { ...first } : day));
}

/** Adds a closed day, sorted and without duplicates. */
export function addClosedDay(closed: readonly string[], day: string): string[] {
  return [...new Set(day ? [...closed, day] : closed)].sort();
}

/** `9:00 AM`; `Midnight` for the end of the day. */
export function timeName(minutes: number): string {
  if (minutes === 1440) return "Midnight";
  const hour = Math.floor(minutes / 60);
  return `${hour % 12 || 12}:${String(minutes % 60).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;
}

const halfHour = 30;

/** Every half hour, plus the current value if it is another minute. */
export function timeChoices(kind: "opens" | "closes", current: string) {
  const first = kind === "opens" ? 0 : halfHour;
  const minutes = new Set(Array.from({ length: 48 }, (_, index) => first + index * halfHour));
  if (current !== "") minutes.add(Number(current));
  return [...minutes]
    .sort((one, other) => one - other)
    .map((value) => ({ value: String(value), label: timeName(value) }));
}
