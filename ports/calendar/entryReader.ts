import type { CalendarComponent, CalendarLine } from "./calendarLines.ts";
import {
  type CalendarPeriod,
  dayMs,
  type NominalDuration,
  readDuration,
  readList,
  readPeriod,
  readWall,
  type Wall,
} from "./calendarValues.ts";
import { ruleDates } from "./recurrence.ts";
import type { ToInstant, Zones } from "./zones.ts";

/** No program writes more rules into one entry. */
const maxRules = 10;

export interface EntryWindow {
  readonly from: number;
  readonly before: number;
}

/** A span in milliseconds. */
export type EntryTimes = readonly [start: number, end: number];

/** Something about an entry that its owner should know. */
export class EntryProblem extends Error {
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

export const isException = ({ lines }: CalendarComponent) => lines.some(({ name }) => name === "RECURRENCE-ID");
export const uidOf = (entry: CalendarComponent) => firstValue(entry, "UID") ?? "";

/** Entries without those that the same file replaces by a later version, which says so by its number. */
export function latestVersions(entries: readonly CalendarComponent[]): readonly CalendarComponent[] {
  const keyOf = (entry: CalendarComponent) => `${uidOf(entry)}\n${firstValue(entry, "RECURRENCE-ID") ?? ""}`;
  const numberOf = (entry: CalendarComponent) => Number(firstValue(entry, "SEQUENCE") ?? Number.NaN);
  const newest = new Map<string, number>();
  for (const entry of entries) {
    const number = numberOf(entry);
    if (number > (newest.get(keyOf(entry)) ?? -1)) newest.set(keyOf(entry), number);
  }
  return entries.filter((entry) => uidOf(entry) === "" || !(numberOf(entry) < (newest.get(keyOf(entry)) ?? 0)));
}

const firstValue = ({ lines }: CalendarComponent, name: string) =>
  lines.find((line) => line.name === name)?.value.trim();

/** Where an entry begins on the walls of its zone, and how long it takes. */
interface EntryClock {
  readonly start: Wall;
  readonly toInstant: ToInstant;
  /** When an occurrence ends that begins at this wall. */
  readonly endOf: (wall: Wall) => number;
}

/** A change of a series from one of its occurrences on. */
interface SeriesChange {
  readonly from: number;
  readonly shift: number;
  readonly duration: number;
  readonly isBusy: boolean;
}

/** Reads one entry, and notes what of it can't be read. */
export function createEntryReader(entry: CalendarComponent, zones: Zones, window: EntryWindow) {
  const problem: { unread?: number; exhausted?: number } = {};
  const { lines } = entry;
  const line = (name: string) => lines.find((one) => one.name === name);
  const all = (name: string) => lines.filter((one) => one.name === name);

  function note(at: number): void {
    problem.unread ??= at || (lines[0]?.at ?? 0);
  }

  function place(at = lines[0]?.at ?? 0): { day: string; line: number } {
    const wall = readWall(firstValue(entry, "DTSTART") ?? "");
    return { day: wall ? new Date(wall.ms).toISOString().slice(0, 10) : "", line: at };
  }

  /** What an entry's own lines say of its times. */
  function timesOf({ lines: own }: CalendarComponent, fallback?: ToInstant): EntryClock | undefined {
    const begins = own.find(({ name }) => name === "DTSTART");
    if (!begins) return undefined;
    const start = readWall(begins.value);
    if (!start) throw new EntryProblem("no start", begins.at);
    const toInstant = zones.of(begins, start.isDate ? undefined : fallback);
    const ends = own.find(({ name }) => name === "DTEND");
    const lasts = own.find(({ name }) => name === "DURATION");
    const end = ends && readWall(ends.value);
    const duration = lasts && readDuration(lasts.value);
    if ((ends && !end) || (!ends && lasts && !duration)) throw new EntryProblem("no end", (ends ?? lasts)?.at ?? 0);
    if (end) {
      // A whole day has as many hours as its clocks show, every other entry of a series is as long as the first.
      const length = zones.of(ends, toInstant)(end) - toInstant(start);
      if (length < 0) throw new EntryProblem("no end", ends.at);
      // Some programs write the last day of a whole day instead of the day after it.
      if (start.isDate && end.isDate)
        return { start, toInstant, endOf: endAfter(toInstant, { days: 0, ms: end.ms - start.ms || dayMs }, true) };
      return { start, toInstant, endOf: (wall) => toInstant(wall) + length };
    }
    const usual: NominalDuration = duration ?? { days: start.isDate ? 1 : 0, ms: 0 };
    return { start, toInstant, endOf: endAfter(toInstant, usual, start.isDate) };
  }

  /** A span's days are those of the calendar, its hours those of the clock. */
  const endAfter =
    (toInstant: ToInstant, { days, ms }: NominalDuration, isWholeDay: boolean) =>
    (wall: Wall): number =>
      isWholeDay
        ? toInstant({ ...wall, ms: wall.ms + days * dayMs + ms })
        : toInstant({ ...wall, ms: wall.ms + days * dayMs }) + ms;

  function event(exceptions: readonly CalendarComponent[]): EntryTimes[] {
    if (entry.odd) note(entry.odd.at);
    const isBusy = takesTime(entry);
    if (!isBusy && exceptions.every((one) => !isRange(one))) return [];
    const times = timesOf(entry);
    if (!times) {
      // A day that is only taken out of its series needs no time of its own.
      if (!isException(entry)) note(lines[0]?.at ?? 0);
      return [];
    }
    const { start, toInstant, endOf } = times;
    const isSeries = !isException(entry) && ["RRULE", "RDATE"].some((name) => line(name));
    if (!isSeries) return near(start.ms) ? [[toInstant(start), endOf(start)]] : [];
    const { dates, periods } = datesOf(times);
    const isExcluded = exclusions(times, exceptions);
    const changes = exceptions.filter(isRange).flatMap((one) => changeOf(one, times));
    const found: EntryTimes[] = [];
    for (const ms of dates) {
      const wall = { ...start, ms };
      const at = toInstant(wall);
      if (isExcluded(ms, at)) continue;
      const change = changes.findLast(({ from }) => from <= at);
      if (change ? !change.isBusy : !isBusy) continue;
      found.push(change ? [at + change.shift, at + change.shift + change.duration] : [at, endOf(wall)]);
    }
    for (const { period, of } of periods) {
      const at = of(period.start);
      if (!isBusy || isExcluded(period.start.ms, at)) continue;
      found.push([at, endOfPeriod(period, of)]);
    }
    return found;
  }

  /** True when an entry that begins there can touch the window. */
  function near(ms: number): boolean {
    return ms < window.before + 2 * dayMs;
  }

  const endOfPeriod = ({ start, end }: CalendarPeriod, of: ToInstant): number =>
    "isDate" in end ? of(end) : endAfter(of, end, false)(start);

  /** The walls on which a series has something, before exceptions, and the periods that it names. */
  function datesOf({ start, toInstant, endOf }: EntryClock) {
    const length = Math.max(0, Math.min(endOf(start) - toInstant(start), 400 * dayMs));
    const near = { from: window.from - length, before: window.before };
    const dates = new Set<number>([start.ms]);
    const periods: { readonly period: CalendarPeriod; readonly of: ToInstant }[] = [];
    for (const [at, rule] of all("RRULE").entries()) {
      if (at >= maxRules) {
        problem.exhausted ??= rule.at;
        break;
      }
      try {
        const { walls, isExhausted } = ruleDates(rule.value, start, toInstant, near);
        for (const wall of walls) dates.add(wall);
        if (isExhausted) problem.exhausted ??= rule.at;
      } catch {
        note(rule.at);
      }
    }
    for (const one of all("RDATE")) {
      const of = zones.of(one, toInstant);
      const { values, isOdd } = readList(one, (text) => readPeriod(text) ?? readWall(text));
      if (isOdd) note(one.at);
      for (const value of values) {
        if ("end" in value) periods.push({ period: value, of });
        // In another zone than the series, or UTC's, it is an instant: a period as long as the series.
        else if (value.isUtc || of !== toInstant) {
          const first = of(value);
          periods.push({ period: { start: { ...value, ms: first, isUtc: true }, end: { days: 0, ms: length } }, of });
        } else dates.add(value.ms);
      }
    }
    return { dates: [...dates].sort((one, other) => one - other), periods };
  }

  /** Which occurrences a series doesn't have, by its own list and by entries that replace them: by the instant or the day. */
  function exclusions({ toInstant, start }: EntryClock, exceptions: readonly CalendarComponent[]) {
    const instants = new Set<number>();
    const days = new Set<number>();
    const add = (one: CalendarLine, value: Wall) => {
      if (value.isDate || start.isDate) days.add(Math.floor(value.ms / dayMs));
      else instants.add(zones.of(one, toInstant)(value));
    };
    for (const one of all("EXDATE")) {
      const { values, isOdd } = readList(one, (text) => readWall(text.split("/")[0] ?? ""));
      if (isOdd) note(one.at);
      for (const value of values) add(one, value);
    }
    for (const one of exceptions) {
      const replaced = one.lines.find(({ name }) => name === "RECURRENCE-ID");
      const value = replaced && readWall(replaced.value);
      if (replaced && value) add(replaced, value);
    }
    for (const rule of all("EXRULE").slice(0, maxRules)) {
      try {
        for (const ms of ruleDates(rule.value, start, toInstant, window).walls)
          instants.add(toInstant({ ...start, ms }));
      } catch {
        note(rule.at);
      }
    }
    return (wall: number, at: number) => instants.has(at) || days.has(Math.floor(wall / dayMs));
  }

  /** "This and all following" of a series moves them as far as the first. */
  function changeOf(exception: CalendarComponent, { toInstant }: EntryClock): SeriesChange[] {
    const replaced = exception.lines.find(({ name }) => name === "RECURRENCE-ID");
    const value = replaced && readWall(replaced.value);
    const own = timesOf(exception, toInstant);
    if (!replaced || !value || !own) return [];
    const from = zones.of(replaced, toInstant)(value);
    const start = own.toInstant(own.start);
    return [{ from, shift: start - from, duration: own.endOf(own.start) - start, isBusy: takesTime(exception) }];
  }

  function freeBusy(): EntryTimes[] {
    if (entry.odd) note(entry.odd.at);
    return all("FREEBUSY").flatMap((one) => {
      if ((one.parameters.get("FBTYPE") ?? "BUSY").toUpperCase() === "FREE") return [];
      const { values, isOdd } = readList(one, readPeriod);
      if (isOdd) note(one.at);
      const of = zones.of(one);
      return values.map((period): EntryTimes => [of(period.start), endOfPeriod(period, of)]);
    });
  }

  return { problem, note, place, event, freeBusy };
}

/** Outlook's own word counts where the usual one is missing. */
const takesTime = (entry: CalendarComponent) =>
  !/^(TRANSPARENT|FREE)$/i.test(firstValue(entry, "TRANSP") ?? firstValue(entry, "X-MICROSOFT-CDO-BUSYSTATUS") ?? "") &&
  !/^CANCELL?ED$/i.test(firstValue(entry, "STATUS") ?? "");

const isRange = ({ lines }: CalendarComponent) =>
  lines.some(
    ({ name, parameters }) => name === "RECURRENCE-ID" && /^THISANDFUTURE$/i.test(parameters.get("RANGE") ?? ""),
  );
