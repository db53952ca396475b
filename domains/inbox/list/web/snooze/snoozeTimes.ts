import type { MenuOption } from "#core/web/menu/menuOption.ts";
import type { TimeFormats } from "#core/web/time/useTime.ts";
import { fromDateTimeField, toDateTimeField } from "#core/web/time/wallTime.ts";
import { snoozeTexts } from "./texts.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export interface SnoozeTime {
  readonly name: "Later today" | "Tomorrow" | "Next week";
  readonly at: Date;
}

/**
 * The suggested times, in the location's zone: in three hours, unless that is another day; the next open day's opening, at 8 AM
 * tomorrow while nobody knows it; and next Monday at 8 AM, unless it is that day.
 */
export function snoozeTimes(now: Date, zone: string | undefined, opens_at?: string | null): SnoozeTime[] {
  const today = toDateTimeField(now, zone).slice(0, 10);
  const midnight = Date.parse(`${today}T00:00:00Z`);
  const at8 = (days: number) => {
    const day = new Date(midnight + days * dayMs).toISOString().slice(0, 10);
    return fromDateTimeField(`${day}T08:00`, zone) ?? now;
  };
  const quarter = hourMs / 4;
  const later = new Date(Math.ceil((now.getTime() + 3 * hourMs) / quarter) * quarter);
  const daysToMonday = (8 - new Date(midnight).getUTCDay()) % 7 || 7;
  const dayAt = (at: Date) => toDateTimeField(at, zone).slice(0, 10);
  // What was known yesterday may be today by now.
  const opening = opens_at ? new Date(opens_at) : undefined;
  const tomorrow = opening && dayAt(opening) > today ? opening : at8(1);
  // On a Sunday, Monday is tomorrow.
  const nextWeek = at8(daysToMonday === 1 ? 8 : daysToMonday);
  return [
    ...(dayAt(later) === today ? [{ name: "Later today" as const, at: later }] : []),
    { name: "Tomorrow", at: tomorrow },
    ...(dayAt(nextWeek) === dayAt(tomorrow) ? [] : [{ name: "Next week" as const, at: nextWeek }]),
  ];
}

/** `Tomorrow, 8:30 AM`, `Monday, 9:00 AM`; of more than six days, with its date. */
export function openingName(at: Date, now: Date, time: Pick<TimeFormats, "time" | "day" | "zone">): string {
  const dayNumber = (when: Date) => Date.parse(`${toDateTimeField(when, time.zone).slice(0, 10)}T00:00:00Z`) / dayMs;
  const days = dayNumber(at) - dayNumber(now);
  // `Monday, November 23`
  const day = time.day(at);
  const name = days === 1 ? snoozeTexts.tomorrow : days < 7 ? (day.split(",")[0] ?? day) : day;
  return `${name}, ${time.time(at)}`;
}

/** A suggested time in a menu: `Later today, 1:15 PM`, `Tomorrow, 8:30 AM`, `Next week, Mon 8:00 AM`. */
export function snoozeLabel(
  { name, at }: SnoozeTime,
  now: Date,
  time: Pick<TimeFormats, "time" | "day" | "zone">,
): string {
  if (name === "Tomorrow") return openingName(at, now, time);
  return `${name}, ${name === "Next week" ? "Mon " : ""}${time.time(at)}`;
}

/** The suggested times as options of a menu. @param opens_at when the location opens next; undefined while it isn't known. */
export function snoozeOptions(
  time: TimeFormats,
  opens_at: string | null | undefined,
  onChoose: (until: Date) => void,
): MenuOption[] {
  const now = new Date();
  return snoozeTimes(now, time.zone, opens_at).map((one) => ({
    name: one.name,
    label: snoozeLabel(one, now, time),
    onClick: () => onChoose(one.at),
  }));
}
