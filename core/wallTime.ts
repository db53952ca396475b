const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** A day and time that clocks somewhere show. */
export interface WallTime {
  /** `2026-11-22` */
  readonly date: string;
  /** Minutes since midnight, as clocks show them. */
  readonly minutes: number;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  const existing = formatters.get(zone);
  if (existing) return existing;
  const created = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  formatters.set(zone, created);
  return created;
}

/** True for a time zone that this runtime knows by its IANA name. */
export function isZone(zone: string): boolean {
  try {
    formatterOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** Clocks change on a quarter of an hour at most, so an offset holds for the whole of it. Asking takes a hundred times as long. */
const offsetLastsMs = 15 * minuteMs;
const maxOffsets = 10_000;
const offsets = new Map<string, number>();

/** A zone's offset from UTC at an instant, in minutes: -300 for `GMT-5`. */
export function offsetAt(zone: string, instant: Date | number): number {
  const key = `${zone} ${Math.floor(Number(instant) / offsetLastsMs)}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const offset = readOffset(zone, instant);
  if (offsets.size >= maxOffsets) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

function readOffset(zone: string, instant: Date | number): number {
  const name = formatterOf(zone)
    .formatToParts(instant)
    .find(({ type }) => type === "timeZoneName")?.value;
  const [, sign = "+", hours = "0", minutes = "0"] = /GMT([+-])(\d\d):(\d\d)/.exec(name ?? "") ?? [];
  return (sign === "-" ? -1 : 1) * (60 * Number(hours) + Number(minutes));
}

/** What clocks in `zone` show at an instant. */
export function wallTimeAt(instant: Date, zone: string): WallTime {
  const shown = new Date(instant.getTime() + offsetAt(zone, instant) * minuteMs);
  return { date: shown.toISOString().slice(0, 10), minutes: 60 * shown.getUTCHours() + shown.getUTCMinutes() };
}

/** Minutes since midnight as clocks show them: `570` → `09:30`. */
export const clockTime = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

/**
 * The instant at which clocks in `zone` show `wall`: the first one for an hour that repeats in autumn.
 *
 * @param skipped what to do about a time that spring skips: `refuse` returns undefined, `next` the instant at which the
 * clocks have jumped over it.
 */
export function instantAt(wall: WallTime, zone: string, skipped: "next"): Date;
export function instantAt(wall: WallTime, zone: string, skipped: "refuse"): Date | undefined;
export function instantAt(wall: WallTime, zone: string, skipped: "next" | "refuse"): Date | undefined {
  const shown = Date.parse(`${wall.date}T00:00:00Z`) + wall.minutes * minuteMs;
  const offsets = [shown - dayMs, shown + dayMs].map((instant) => offsetAt(zone, instant));
  const candidates = offsets.map((offset) => shown - offset * minuteMs).sort((one, other) => one - other);
  const exact = candidates.find((instant) => instant + offsetAt(zone, instant) * minuteMs === shown);
  if (exact !== undefined) return new Date(exact);
  const [earliest = shown, latest = shown] = candidates;
  return skipped === "refuse" ? undefined : clockChange(zone, earliest, latest);
}

/** The instant between two at which the zone's offset changes, to the minute. */
function clockChange(zone: string, from: number, to: number): Date {
  const before = offsetAt(zone, from);
  let [still, changed] = [from, to];
  while (changed - still > minuteMs) {
    const middle = still + Math.floor((changed - still) / (2 * minuteMs)) * minuteMs;
    if (offsetAt(zone, middle) === before) still = middle;
    else changed = middle;
  }
  return new Date(changed);
}

/** The calendar day that many days later. */
export function daysLater(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}
