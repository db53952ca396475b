import { localAfter, localOf } from "../calendar/rules.ts";
import type { Appointment } from "../contract.ts";

/** What stands in the grid: an appointment's part in one day, or how many more there are in an hour. */
export interface GridEntry {
  readonly id: string;
  /** Local times: `2026-11-24T14:15`. */
  readonly start: string;
  readonly end: string;
  readonly appointment?: Appointment;
  /** True for one that continues over midnight: it is moved in its dialog only. */
  readonly isPart: boolean;
  /** How many appointments it means. */
  readonly more: number;
}

const dayOf = (local: string) => local.slice(0, 10);
const hourOf = (local: string) => local.slice(0, 13);
const lastMinute = (day: string) => `${day}T23:59`;

/** An appointment's parts, one for each day that it touches. */
export function partsOf(appointment: Appointment, zone: string): GridEntry[] {
  const start = localOf(appointment.datetime, zone);
  const shownEnd = localOf(appointment.ends_at, zone);
  // In an autumn night it may end at the time of the clock at which it began.
  const end = shownEnd > start ? shownEnd : localAfter(start, appointment.duration);
  const parts: GridEntry[] = [];
  for (let from = start; from < end; from = localAfter(`${dayOf(from)}T00:00`, 24 * 60)) {
    const midnight = localAfter(`${dayOf(from)}T00:00`, 24 * 60);
    const isPart = end > midnight || from > start;
    const until = end >= midnight ? lastMinute(dayOf(from)) : end;
    parts.push({ id: `${appointment.id}-${dayOf(from)}`, start: from, end: until, appointment, isPart, more: 0 });
  }
  return parts;
}

/**
 * The entries of these days. Where there are more than can be told apart, the rest of an hour is one entry.
 *
 * @param most how many entries there can be, unless the hours themselves are more.
 */
export function entriesOf(
  appointments: readonly Appointment[],
  zone: string,
  days: readonly string[],
  most: number,
): GridEntry[] {
  const shownDays = new Set(days);
  const parts = appointments.flatMap((one) => partsOf(one, zone)).filter(({ start }) => shownDays.has(dayOf(start)));
  const hours = Map.groupBy(parts, ({ start }) => hourOf(start));
  const kept = keptPerHour(
    [...hours.values()].map(({ length }) => length),
    most,
  );
  return [...hours].flatMap(([hour, all]) =>
    all.length <= kept + 1 ? all : [...all.slice(0, kept), rest(hour, all, kept)],
  );
}

/** Entries of an hour that are shown one by one, so that all hours stay within the limit. */
function keptPerHour(counts: readonly number[], most: number): number {
  let kept = Math.max(0, ...counts);
  const shown = () => counts.reduce((sum, count) => sum + Math.min(count, kept + 1), 0);
  while (kept > 0 && shown() > most) kept -= 1;
  return kept;
}

function rest(hour: string, all: readonly GridEntry[], kept: number): GridEntry {
  const end = hour.endsWith("T23") ? lastMinute(dayOf(hour)) : localAfter(`${hour}:00`, 60);
  return { id: `more-${hour}`, start: `${hour}:00`, end, isPart: true, more: all.length - kept };
}

interface DayHours {
  readonly opens: number;
  readonly closes: number;
}

/** The hours of the grid: business hours, and those of every entry outside of them. */
export function shownHours(entries: readonly GridEntry[], hours: readonly (DayHours | null)[]) {
  const open = hours.flatMap((one) => one ?? []);
  const minutes = (local: string) => Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16));
  const starts = [...open.map(({ opens }) => opens), ...entries.map(({ start }) => minutes(start))];
  const ends = [...open.map(({ closes }) => closes), ...entries.map(({ end }) => minutes(end))];
  const first = Math.floor(Math.min(...(starts.length > 0 ? starts : [9 * 60])) / 60);
  const last = Math.ceil(Math.max(...(ends.length > 0 ? ends : [18 * 60])) / 60);
  return { first, last: Math.max(last, first + 1) };
}

/** Sunday to Saturday of the week that a day is in. */
export function weekOf(day: string): string[] {
  const sunday = localAfter(`${day}T00:00`, -new Date(`${day}T00:00:00Z`).getUTCDay() * 24 * 60);
  return Array.from({ length: 7 }, (_, index) => dayOf(localAfter(sunday, index * 24 * 60)));
}
