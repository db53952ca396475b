import { instantAt, type WallTime, wallTimeAt } from "#core/wallTime.ts";
import { clockOf } from "#domains/appointments/rules.ts";
import type { Hours } from "#domains/locations/hours/rules.ts";
import type { DoubtfulTime } from "./contract.ts";

const minuteMs = 60_000;
const shownMs = ({ date, minutes }: WallTime) => Date.parse(`${date}T00:00:00Z`) + minutes * minuteMs;

/** `2026-11-24T14:15`, read. */
export function readLocal(text: string): WallTime {
  const [date = "", clock = ""] = text.split("T");
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return { date, minutes: hours * 60 + minutes };
}

/** What the location's clocks show at an instant: `2026-11-24T14:15`. */
export function localOf(instant: Date | string, zone: string): string {
  const { date, minutes } = wallTimeAt(new Date(instant), zone);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** A local time that many minutes later, by the clock's face: also over midnight, never over a change of the clocks. */
export function localAfter(text: string, minutes: number): string {
  return new Date(Date.parse(`${text}:00Z`) + minutes * minuteMs).toISOString().slice(0, 16);
}

export type MovedTime =
  | { readonly problem: "skipped" | "order" }
  | { readonly problem?: undefined; readonly datetime: Date; readonly duration: number };

/**
 * The instant and the minutes between two local times. An hour that autumn repeats means its first pass; who stays where
 * they were stays there to the second, whichever pass that was. From within a repeated hour, and up to an hour that spring
 * skips, the minutes are those between the clock's faces.
 *
 * @param now where the appointment is at present.
 */
export function timeBetween(starts: string, ends: string, zone: string, now: Date): MovedTime {
  const faces = (shownMs(readLocal(ends)) - shownMs(readLocal(starts))) / minuteMs;
  if (faces <= 0) return { problem: "order" };
  const isSame = localOf(now, zone) === starts;
  const datetime = isSame ? now : instantAt(readLocal(starts), zone, "refuse");
  if (!datetime) return { problem: "skipped" };
  const end = instantAt(readLocal(ends), zone, "refuse");
  const duration =
    !end || isRepeated(datetime, zone) ? faces : Math.round((end.getTime() - datetime.getTime()) / minuteMs);
  return duration <= 0 ? { problem: "order" } : { datetime, duration };
}

/** True within the hour that autumn's clocks show twice, in either pass. */
function isRepeated(instant: Date, zone: string): boolean {
  const shown = localOf(instant, zone);
  return [-60, 60].some((minutes) => localOf(new Date(instant.getTime() + minutes * minuteMs), zone) === shown);
}

/** A day's hours, as the location keeps them; null: closed. */
export function hoursOn({ week, closed }: Hours, day: string) {
  return closed.includes(day) ? null : (week[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? null);
}

interface Judged {
  readonly datetime: Date;
  readonly ends_at: Date;
  readonly zone: string;
  readonly hours: Hours;
  /** The customer's other appointments in that time. */
  readonly others: readonly { readonly title: string; readonly datetime: Date; readonly customer_name: string }[];
}

const clockFace = (minutes: number) => clockOf(new Date(minutes * minuteMs), "UTC");

/** What speaks against a time, although one may choose it. */
export function warningsFor(judged: Judged): DoubtfulTime["warnings"] {
  const { zone, others } = judged;
  return [
    ...hoursWarning(judged),
    ...others.map(({ title, datetime, customer_name }) => ({
      doubt: "customer" as const,
      text: `${customer_name} has “${title}” at ${clockOf(datetime, zone)}.`,
    })),
  ];
}

function hoursWarning({ datetime, ends_at, zone, hours }: Judged): DoubtfulTime["warnings"] {
  const starts = wallTimeAt(datetime, zone);
  const span = hoursOn(hours, starts.date);
  if (!span) return [{ doubt: "closed", text: "This location is closed that day." }];
  const ends = wallTimeAt(ends_at, zone);
  const lastMinute = ends.date === starts.date ? ends.minutes : ends.minutes + 24 * 60;
  if (starts.minutes >= span.opens && lastMinute <= span.closes) return [];
  const text = `This is outside business hours (${clockFace(span.opens)} to ${clockFace(span.closes)}).`;
  return [{ doubt: "hours", text }];
}
