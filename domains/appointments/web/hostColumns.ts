import type { DataOf } from "#core/call.ts";
import type { appointmentCalendar } from "../calendar/contract.ts";
import { localOf } from "../calendar/rules.ts";
import type { Appointment } from "../contract.ts";
import { entriesOf, type GridEntry } from "./calendarEntries.ts";

type View = DataOf<typeof appointmentCalendar.view>;

const aDay = 24 * 60;
/** The shortest that an entry is shown, in minutes. */
const shortest = 30;

/** A person of the team, as the head of a column names them. */
export interface HostPerson {
  readonly id: number;
  readonly name: string;
  readonly name_initials: string;
  readonly user_image?: string | null;
}

/** When someone is busy in their own calendar. */
export interface BusyTime {
  readonly user_id: number;
  readonly starts_at: string;
  readonly ends_at: string;
}

/** A hatched part of a column, in minutes after midnight. */
export interface Shade {
  readonly key: string;
  readonly from: number;
  readonly to: number;
  readonly kind: "closed" | "off" | "busy";
  readonly reason: string;
}

/** An entry's place: minutes after midnight, and its lane among those at the same time. */
export interface PlacedEntry {
  readonly entry: GridEntry;
  readonly from: number;
  readonly to: number;
  readonly lane: number;
  readonly lanes: number;
}

/** A host's day, or the day of appointments without a host. */
export interface HostColumn {
  /** As the move call has it: empty for no one in particular. */
  readonly host: string;
  readonly person: HostPerson | undefined;
  readonly placed: readonly PlacedEntry[];
  readonly shades: readonly Shade[];
  /** How many appointments the day has; without a host, how many of them are still to be placed. */
  readonly count: number;
}

export const minutesOf = (local: string) => Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16));

/** The local time so many minutes after a day's midnight, which the clock's face shows: `2026-11-24T14:15`. */
export function localAt(day: string, minutes: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + minutes * 60_000).toISOString().slice(0, 16);
}

/** Places overlapping entries side by side, each in the first free column. */
export function placeEntries(entries: readonly GridEntry[]): PlacedEntry[] {
  const spans = entries
    .map((entry) => {
      const from = Math.min(minutesOf(entry.start), aDay - shortest);
      return { entry, from, to: Math.max(minutesOf(entry.end), from + shortest) };
    })
    .sort((one, other) => one.from - other.from || other.to - one.to || (one.entry.id < other.entry.id ? -1 : 1));
  const placed: PlacedEntry[] = [];
  let cluster: typeof spans = [];
  let clusterEnd = -1;
  const close = () => {
    const laneEnds: number[] = [];
    const inLanes = cluster.map((span) => {
      const free = laneEnds.findIndex((end) => end <= span.from);
      const lane = free < 0 ? laneEnds.length : free;
      laneEnds[lane] = span.to;
      return { ...span, lane };
    });
    placed.push(...inLanes.map((span) => ({ ...span, lanes: laneEnds.length })));
    cluster = [];
  };
  for (const span of spans) {
    if (span.from >= clusterEnd) close();
    cluster.push(span);
    clusterEnd = Math.max(clusterEnd, span.to);
  }
  close();
  return placed;
}

/** A span's part of a day in the location's time, in minutes; undefined when it has none. */
export function partOfDay(day: string, starts_at: string, ends_at: string, zone: string) {
  const [starts, ends] = [localOf(starts_at, zone), localOf(ends_at, zone)];
  const from = starts.slice(0, 10) < day ? 0 : minutesOf(starts);
  const to = ends.slice(0, 10) > day ? aDay : minutesOf(ends);
  const isThen = starts.slice(0, 10) <= day && ends.slice(0, 10) >= day && to > from;
  return isThen ? { from, to } : undefined;
}

interface Sources {
  readonly view: Pick<View, "appointments" | "hours" | "time_off">;
  readonly people: readonly HostPerson[];
  readonly busy: readonly BusyTime[];
  readonly day: string;
  readonly zone: string;
  /** Only this member's column; empty: everyone's. */
  readonly host: string;
  /** How many entries there may be in all columns. */
  readonly most: number;
}

/** The day's columns: the team's by its order, then those of others who receive someone, then no one's. */
export function hostColumns({ view, people, busy, day, zone, host, most }: Sources): HostColumn[] {
  const byHost = Map.groupBy(view.appointments, ({ host_id }) => host_id);
  const team = new Set(people.map(({ id }) => id));
  const others = [...byHost].flatMap(([id, [first]]) => (id && first && !team.has(id) ? [guest(id, first)] : []));
  const shown = [...people, ...others].filter(({ id }) => host === "" || host === String(id));
  const columns = host === "" ? [...shown, undefined] : shown;
  const mostEach = Math.max(6, Math.floor(most / Math.max(1, columns.length)));
  return columns.map((person) => {
    const own = byHost.get(person?.id ?? null) ?? [];
    return {
      host: person ? String(person.id) : "",
      person,
      placed: placeEntries(entriesOf(own, zone, [day], mostEach)),
      shades: person ? shadesOf(person.id, view, busy, day, zone) : [],
      count: person ? own.length : own.filter(({ status }) => status === 0).length,
    };
  });
}

/** Someone who receives a customer here without being on the location's team, or any more. */
function guest(id: number, { host_name }: Appointment): HostPerson {
  const initials = host_name
    .split(" ")
    .map((word) => word.charAt(0).toUpperCase())
    .slice(0, 2);
  return { id, name: host_name, name_initials: initials.join("") };
}

function shadesOf(id: number, view: Sources["view"], busy: readonly BusyTime[], day: string, zone: string): Shade[] {
  const isTheirs = ({ user_id }: { readonly user_id: number }) => user_id === id;
  const off = view.time_off.filter(isTheirs).flatMap(({ id: key, starts_at, ends_at, reason }) => {
    const part = partOfDay(day, starts_at, ends_at, zone);
    return part ? [{ key: `off-${key}`, ...part, kind: "off" as const, reason }] : [];
  });
  const taken = busy.filter(isTheirs).flatMap(({ starts_at, ends_at }) => {
    const part = partOfDay(day, starts_at, ends_at, zone);
    return part ? [{ key: `busy-${starts_at}`, ...part, kind: "busy" as const, reason: "" }] : [];
  });
  return [...taken, ...off];
}

/** What is outside of business hours between two hours of the grid. */
export function closedShades(hours: View["hours"][number], first: number, last: number): Shade[] {
  const kind = "closed" as const;
  const [from, to] = [first * 60, last * 60];
  if (!hours) return [{ key: "closed", from, to, kind, reason: "" }];
  return [
    { key: "before", from, to: hours.opens, kind, reason: "" },
    { key: "after", from: hours.closes, to, kind, reason: "" },
  ].filter((shade) => shade.to > shade.from);
}

/** From when on someone is off until the location closes: `all`, or minutes after midnight; undefined when they aren't. */
export function offFrom(
  { shades }: Pick<HostColumn, "shades">,
  hours: View["hours"][number],
): "all" | number | undefined {
  const [opens, closes] = hours ? [hours.opens, hours.closes] : [0, aDay];
  const last = shades.find(({ kind, to, from }) => kind === "off" && to >= closes && from < closes);
  return last && (last.from <= opens ? "all" : last.from);
}

/** The start that an entry has where it was dropped, on the grid of quarter hours and within the day. */
export function droppedAt(from: number, movedMinutes: number, length: number): number {
  const latest = Math.floor((aDay - Math.min(length, aDay)) / 15) * 15;
  // Who moves sideways only keeps a time between the quarters.
  if (Math.abs(movedMinutes) < 7.5) return from;
  return Math.max(0, Math.min(latest, Math.round((from + movedMinutes) / 15) * 15));
}
