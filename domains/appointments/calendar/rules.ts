import { instantAt, type WallTime, wallTimeAt } from "#core/wallTime.ts";
import type { Appointment } from "#domains/appointments/contract.ts";

const minuteMs = 60_000;
const shownMs = ({ date, minutes }: WallTime) => Date.parse(`${date}T00:00:00Z`) + minutes * minuteMs;

/** `2026-11-24T14:15`, read. */
function readLocal(text: string): WallTime {
  const [date = "", clock = ""] = text.split("T");
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return { date, minutes: hours * 60 + minutes };
}

/** An instant in the location's time: `2026-11-24T14:15`. */
export function localOf(instant: Date | string, zone: string): string {
  const { date, minutes } = wallTimeAt(new Date(instant), zone);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** A local time that many minutes later by the clock's face. It may pass midnight, and ignores changes of the clocks. */
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

interface Move {
  readonly appointment: Pick<Appointment, "id" | "version">;
  /** Local times. */
  readonly starts: string;
  readonly ends: string;
  /** Empty: no one in particular; undefined: it stays. */
  readonly host: string | undefined;
}

/** The appointments as they are once a move is stored; one that has changed since stays as it is. */
export function movedTo(all: readonly Appointment[], { appointment, starts, ends, host }: Move, zone: string) {
  const instantOf = (local: string) => instantAt(readLocal(local), zone, "next").toISOString();
  return all.map((one) => {
    if (one.id !== appointment.id || one.version !== appointment.version) return one;
    const host_id = host === undefined ? one.host_id : host === "" ? null : Number(host);
    return { ...one, datetime: instantOf(starts), ends_at: instantOf(ends), host_id };
  });
}
