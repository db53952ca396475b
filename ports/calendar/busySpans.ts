import type { BusySpan, CalendarQuery, CalendarTimes, UnreadEntries } from "./calendar.ts";
import { readComponents } from "./calendarLines.ts";
import {
  createEntryReader,
  EntryProblem,
  type EntryTimes,
  type EntryWindow,
  isException,
  latestVersions,
  uidOf,
} from "./entryReader.ts";
import { calendarZones } from "./zones.ts";

const maxSpans = 2_000;
const maxZones = 5;

export type AskedWindow = Pick<CalendarQuery, "from" | "before" | "zone">;

/** How the reading of a file is followed from outside, and what is left out of it. */
export interface ReadControl {
  /** Called before each entry, with its number. */
  readonly onEntry?: (number: number) => void;
  /** Numbers of entries that took too long. */
  readonly skipped?: ReadonlySet<number>;
}

/**
 * When a calendar file's owner is busy, as spans that don't touch each other. What can't be read of an entry costs that
 * entry alone. It must run where it can be ended: a file may hold rules that never come to an end.
 *
 * @throws for what isn't a calendar file.
 */
export function busySpans(text: string, asked: AskedWindow, control: ReadControl = {}): CalendarTimes {
  const root = readComponents(text);
  const calendars = root.parts.filter(({ name }) => name === "VCALENDAR");
  if (calendars.length === 0) throw new Error("No calendar");
  const window: EntryWindow = { from: asked.from.getTime(), before: asked.before.getTime() };
  const found: EntryTimes[] = [];
  const problems = { unread: createCounter(), exhausted: createCounter() };
  const unknownZones = new Set<string>();
  let entries = 0;
  for (const calendar of calendars) {
    const blocks = calendar.parts.filter(({ name }) => name === "VTIMEZONE");
    const zones = calendarZones(blocks, asked.zone, window.before);
    const events = latestVersions(calendar.parts.filter(({ name }) => name === "VEVENT"));
    const current = new Set(events);
    const exceptions = Map.groupBy(events.filter(isException), uidOf);
    for (const entry of calendar.parts) {
      if (!current.has(entry) && entry.name !== "VFREEBUSY") continue;
      entries += 1;
      control.onEntry?.(entries);
      const reader = createEntryReader(entry, zones, window);
      if (control.skipped?.has(entries)) problems.exhausted.add(reader.place());
      else {
        try {
          const own = isException(entry) ? [] : (exceptions.get(uidOf(entry)) ?? []);
          found.push(...(entry.name === "VEVENT" ? reader.event(own) : reader.freeBusy()));
        } catch (error) {
          reader.note(error instanceof EntryProblem ? error.line : 0);
        }
      }
      if (reader.problem.unread !== undefined) problems.unread.add(reader.place(reader.problem.unread));
      else if (reader.problem.exhausted !== undefined) problems.exhausted.add(reader.place(reader.problem.exhausted));
    }
    for (const name of zones.unknown) unknownZones.add(name);
  }
  return {
    busy: joined(found, window),
    unknownZones: [...unknownZones].slice(0, maxZones),
    unread: problems.unread.result(),
    exhausted: problems.exhausted.result(),
  };
}

function createCounter() {
  let [count, day, line] = [0, "", 0];
  return {
    add(place: { readonly day: string; readonly line: number }) {
      if (count === 0) ({ day, line } = place);
      count += 1;
    },
    result: (): UnreadEntries => ({ count, day, line }),
  };
}

/** The spans within the window, joined where they touch. */
function joined(spans: readonly EntryTimes[], { from, before }: EntryWindow): BusySpan[] {
  const within = spans
    .filter(([start, end]) => end > from && start < before && end > start)
    .map(([start, end]): [number, number] => [Math.max(start, from), Math.min(end, before)])
    .sort(([one], [other]) => one - other);
  const result: [number, number][] = [];
  for (const [start, end] of within) {
    const last = result.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result.slice(0, maxSpans).map(([start, end]) => ({ start: new Date(start), end: new Date(end) }));
}
