import type { MenuOption } from "#core/web/menu/menuOption.ts";
import type { TimeFormats } from "#core/web/time/useTime.ts";
import { fromDateTimeField, toDateTimeField } from "#core/web/time/wallTime.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export interface SnoozeTime {
  readonly name: "Later today" | "Tomorrow" | "Next week";
  readonly at: Date;
}

/**
 * The suggested times, in the location's zone: in three hours, unless that is another day; tomorrow and next Monday at 8 AM.
 */
export function snoozeTimes(now: Date, zone: string | undefined): SnoozeTime[] {
  const today = toDateTimeField(now, zone).slice(0, 10);
  const midnight = Date.parse(`${today}T00:00:00Z`);
  const at8 = (days: number) => {
    const day = new Date(midnight + days * dayMs).toISOString().slice(0, 10);
    return fromDateTimeField(`${day}T08:00`, zone) ?? now;
  };
  const quarter = hourMs / 4;
  const later = new Date(Math.ceil((now.getTime() + 3 * hourMs) / quarter) * quarter);
  const daysToMonday = (8 - new Date(midnight).getUTCDay()) % 7 || 7;
  return [
    ...(toDateTimeField(later, zone).startsWith(today) ? [{ name: "Later today" as const, at: later }] : []),
    { name: "Tomorrow", at: at8(1) },
    // On a Sunday, Monday is tomorrow.
    { name: "Next week", at: at8(daysToMonday === 1 ? 8 : daysToMonday) },
  ];
}

/** The suggested times as options of a menu. */
export const snoozeOptions = (time: TimeFormats, onChoose: (until: Date) => void): MenuOption[] =>
  snoozeTimes(new Date(), time.zone).map(({ name, at }) => ({
    name,
    label: `${name} · ${name === "Next week" ? "Mon " : ""}${time.time(at)}`,
    onClick: () => onChoose(at),
  }));
