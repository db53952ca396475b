import type { CalendarLine } from "./calendarLines.ts";

/** What a clock and a calendar on a wall show, as if they were UTC's: comparable, and a zone makes an instant of it. */
export interface Wall {
  readonly ms: number;
  /** A whole day. */
  readonly isDate: boolean;
  readonly isUtc: boolean;
}

/** Days by the calendar, then milliseconds by the clock. */
export interface NominalDuration {
  readonly days: number;
  readonly ms: number;
}

export const dayMs = 86_400_000;

/** A date or a time, whatever the line says that it is; undefined for anything else. */
export function readWall(text: string): Wall | undefined {
  const [, year, month, day, hour, minute, second = "0", utc, offset] =
    /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d)?(?:[.,]\d{1,9})?(?:(Z)|([+-]\d\d:?\d\d))?)?$/i.exec(
      text.trim(),
    ) ?? [];
  if (year === undefined) return undefined;
  const ms = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour ?? 0),
    Number(minute ?? 0),
    Number(second),
  );
  const isReal = new Date(ms).getUTCDate() === Number(day) || Number(hour ?? 0) >= 24;
  if (!isReal || Number(month) > 12 || Number(hour ?? 0) > 24 || Number(minute ?? 0) > 59) return undefined;
  const offsetMs = readOffset(offset) ?? 0;
  return { ms: ms - offsetMs, isDate: hour === undefined, isUtc: utc !== undefined || offset !== undefined };
}

/** `-0500`, `+05:30`, `-050000` in milliseconds; undefined for anything else. */
export function readOffset(text: string | undefined): number | undefined {
  const [, sign, hours, minutes, seconds = "0"] = /^([+-])(\d\d):?(\d\d):?(\d\d)?$/.exec(text ?? "") ?? [];
  if (sign === undefined) return undefined;
  return (sign === "-" ? -1 : 1) * 1_000 * (3_600 * Number(hours) + 60 * Number(minutes) + Number(seconds));
}

/** `P1DT2H30M`, `PT15M`, `P2W`; undefined for anything else. */
export function readDuration(text: string): NominalDuration | undefined {
  const [found, sign, weeks, days, hours, minutes, seconds] =
    /^([+-])?P(?:(\d{1,5})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,8})S)?)?$/i.exec(text.trim()) ??
    [];
  if (found === undefined || !/\d/.test(found)) return undefined;
  const number = (digits: string | undefined) => Number(digits ?? 0) * (sign === "-" ? -1 : 1);
  const ms = 1_000 * (3_600 * number(hours) + 60 * number(minutes) + number(seconds));
  return { days: 7 * number(weeks) + number(days), ms };
}

/** A line's values without empty ones, with commas or semicolons between them; `isOdd` when a list has a hole or a value that can't be read. */
export function readList<Value>(
  { value }: CalendarLine,
  read: (text: string) => Value | undefined,
): { readonly values: readonly Value[]; readonly isOdd: boolean } {
  const values: Value[] = [];
  let isOdd = false;
  for (const text of value.split(/[,;]/, 20_000)) {
    const found = read(text);
    if (found === undefined) isOdd = true;
    else values.push(found);
  }
  return { values, isOdd };
}

/** A period of an RDATE or of busy times: until an end or for a duration. */
export interface CalendarPeriod {
  readonly start: Wall;
  readonly end: Wall | NominalDuration;
}

export function readPeriod(text: string): CalendarPeriod | undefined {
  const [from = "", to = ""] = text.split("/");
  const [start, end] = [readWall(from), readWall(to) ?? readDuration(to)];
  return start && end ? { start, end } : undefined;
}
