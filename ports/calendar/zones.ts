import ICAL from "ical.js";
import { instantAt, isZone } from "#core/wallTime.ts";
import type { CalendarComponent, CalendarLine } from "./calendarLines.ts";
import { dayMs, readList, readOffset, readWall, type Wall } from "./calendarValues.ts";
import { bareZoneName, offsetOfName, zoneOfName } from "./zoneNames.ts";

/** Makes instants of what clocks in a zone show. */
export type ToInstant = (wall: Wall) => number;

export interface Zones {
  /** The zone of a time: UTC's, the one it names, or the owner's. `fallback` is of a time that names none. */
  readonly of: (line: CalendarLine | undefined, fallback?: ToInstant) => ToInstant;
  readonly owner: ToInstant;
  /** Names that nobody knows and the file doesn't explain. */
  readonly unknown: ReadonlySet<string>;
}

/**
 * The zones of a calendar. A name that the world knows means what the world says: programs write incomplete rules of it
 * into their files. Rules in the file count for other names, and UTC where nothing helps.
 */
export function calendarZones(blocks: readonly CalendarComponent[], ownerZone: string, before: number): Zones {
  const unknown = new Set<string>();
  const known = new Map<string, ToInstant>();
  const owner = ianaZone(ownerZone);
  const explained = new Map(
    blocks.slice(0, 200).map((block) => [keyOfZone(firstValue(block, "TZID") ?? ""), block] as const),
  );

  function named(name: string): ToInstant {
    const found = known.get(name);
    if (found) return found;
    const created = create(name);
    known.set(name, created);
    return created;
  }

  function create(name: string): ToInstant {
    const iana = zoneOfName(name);
    if (iana !== undefined) return ianaZone(iana);
    const block = explained.get(keyOfZone(name));
    const changes = block ? clockChanges(block, before) : [];
    if (changes.length > 0) return ruledZone(changes);
    const place =
      block && ["X-LIC-LOCATION", "TZURL"].map((one) => zoneOfName(lastParts(firstValue(block, one) ?? "")));
    const located = place?.find((one) => one !== undefined);
    if (located !== undefined) return ianaZone(located);
    const offset = offsetOfName(name);
    if (offset !== undefined) return ({ ms, isUtc }) => (isUtc ? ms : ms - offset);
    unknown.add(name.slice(0, 80));
    return ianaZone("UTC");
  }

  return {
    owner,
    unknown,
    of(line, fallback = owner) {
      const name = line?.parameters.get("TZID")?.trim() ?? "";
      if (name === "") return fallback;
      // A whole day has no zone, whatever is written beside it.
      return line && readWall(line.value.split(/[,/]/)[0] ?? "")?.isDate ? owner : named(name);
    },
  };
}

const lastParts = (address: string) =>
  /^https?:/.test(address)
    ? address
        .replace(/\.ics$/i, "")
        .split("/")
        .slice(-2)
        .join("/")
    : address;

/** Programs quote, escape and capitalize a name in one place and not in another. */
const keyOfZone = (name: string) => bareZoneName(name).toLowerCase();

const firstValue = ({ lines }: CalendarComponent, name: string) =>
  lines.find((line) => line.name === name)?.value.trim();

function ianaZone(zone: string): ToInstant {
  const known = isZone(zone) ? zone : "UTC";
  return ({ ms, isUtc }) => {
    if (isUtc || known === "UTC") return ms;
    const date = new Date(ms).toISOString().slice(0, 10);
    const inDay = ((ms % dayMs) + dayMs) % dayMs;
    const minutes = Math.floor(inDay / 60_000);
    return instantAt({ date, minutes }, known, "next").getTime() + (inDay % 60_000);
  };
}

/** When the clocks of a zone change, by its own clocks before the change, and to which offset. */
interface ClockChange {
  readonly at: number;
  readonly offsetBefore: number;
  readonly offset: number;
}

function ruledZone(changes: readonly ClockChange[]): ToInstant {
  const [first] = changes;
  return ({ ms, isUtc }) => {
    if (isUtc) return ms;
    const change = changes.findLast(({ at }) => at <= ms);
    return ms - (change?.offset ?? first?.offsetBefore ?? 0);
  };
}

const maxChanges = 2_000;

/** What a zone's block says of its clocks, in order; nothing for one that says nothing. */
function clockChanges({ parts }: CalendarComponent, before: number): ClockChange[] {
  const halves = parts.filter(({ name }) => name === "STANDARD" || name === "DAYLIGHT").slice(0, 200);
  const changes = halves.flatMap((half) => {
    const offsetBefore = readOffset(firstValue(half, "TZOFFSETFROM"));
    const offset = readOffset(firstValue(half, "TZOFFSETTO"));
    const start = readWall(firstValue(half, "DTSTART") ?? "");
    if (offset === undefined || !start) return [];
    // Its first day counts besides the others.
    const dates = half.lines
      .filter(({ name }) => name === "RDATE")
      .flatMap((line) => readList(line, (text) => readWall(text.split("/")[0] ?? "")?.ms).values);
    const rules = half.lines.filter(({ name }) => name === "RRULE").slice(0, 5);
    const repeated = rules.flatMap(({ value }) => yearlyDates(value, start.ms, before));
    return [start.ms, ...dates, ...repeated].map((at) => ({ at, offsetBefore: offsetBefore ?? offset, offset }));
  });
  return changes.sort((one, other) => one.at - other.at).slice(-maxChanges);
}

/** The days of a rule of changes, none long ago: some rules begin in 1601. */
function yearlyDates(rule: string, start: number, before: number): number[] {
  const found: number[] = [];
  try {
    const recur = ICAL.Recur.fromString(rule);
    if (recur.freq !== "YEARLY") return [];
    const until = recur.until ? Date.parse(`${String(recur.until).slice(0, 10)}T23:59:59Z`) : before;
    const from = new Date(start);
    if (!recur.count && from.getUTCFullYear() < 2000 && recur.interval === 1) from.setUTCFullYear(2000);
    recur.until = null as never;
    const days = recur.iterator(ICAL.Time.fromData(icalFields(from.getTime()), undefined as never));
    for (let next = days.next(); next && found.length < 200; next = days.next()) {
      const at = wallOf(next);
      if (at > Math.min(until, before) + 400 * dayMs) break;
      if (at <= until) found.push(at);
    }
  } catch {
    // The half's first day still counts.
  }
  return found;
}

/** A wall's fields as the rules' library takes them. */
export function icalFields(ms: number) {
  const date = new Date(ms);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
}

export const wallOf = ({ year, month, day, hour, minute, second }: ICAL.Time) =>
  Date.UTC(year, month - 1, day, hour, minute, second);
