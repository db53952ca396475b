import { wallTimeAt } from "#core/wallTime.ts";
import type { Meeting } from "../contract.ts";

const aDay = 24 * 60;

/** Where an entry stands in a day's timetable: minutes after midnight, and its place among those at the same time. */
export interface PlacedMeeting {
  readonly meeting: Meeting;
  readonly from: number;
  readonly to: number;
  readonly lane: number;
  readonly lanes: number;
}

/** The shortest that an entry is shown, in minutes. */
const shortest = 30;

/** A meeting's part of a day by the location's clocks; one that goes on over midnight ends with the day. */
export function minutesOn(day: string, { datetime, ends_at }: Pick<Meeting, "datetime" | "ends_at">, zone: string) {
  const begins = wallTimeAt(new Date(datetime), zone);
  const ends = wallTimeAt(new Date(ends_at), zone);
  const from = begins.date < day ? 0 : begins.minutes;
  const to = ends.date > day ? aDay : ends.minutes;
  // Where the clocks go back, a meeting may end before it began.
  return { from: Math.min(from, aDay - shortest), to: Math.max(to, Math.min(from, aDay - shortest) + shortest) };
}

/** Puts meetings that overlap beside each other: each in the first lane that is free. */
export function placeMeetings(day: string, all: readonly Meeting[], zone: string): PlacedMeeting[] {
  const spans = all
    .map((meeting) => ({ meeting, ...minutesOn(day, meeting, zone) }))
    .sort((one, other) => one.from - other.from || other.to - one.to || one.meeting.id - other.meeting.id);
  const placed: PlacedMeeting[] = [];
  let cluster: (typeof spans)[number][] = [];
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

/** The hours that a timetable shows: business hours, and more where a meeting is outside of them. */
export function shownHours(
  hours: { readonly opens: number; readonly closes: number } | null,
  placed: readonly Pick<PlacedMeeting, "from" | "to">[],
): { readonly first: number; readonly last: number } {
  const { opens, closes } = hours ?? { opens: 8 * 60, closes: 12 * 60 };
  const from = Math.min(opens, ...placed.map((one) => one.from));
  const to = Math.max(closes, ...placed.map((one) => one.to));
  const first = Math.floor(from / 60);
  return { first, last: Math.min(24, Math.max(first + 1, Math.ceil(to / 60))) };
}

/** The start that an entry has where it was dropped, on the grid of quarter hours and within the day. */
export function droppedAt(from: number, movedMinutes: number, length: number): number {
  const latest = Math.floor((aDay - Math.min(length, aDay)) / 15) * 15;
  return Math.max(0, Math.min(latest, Math.round((from + movedMinutes) / 15) * 15));
}
