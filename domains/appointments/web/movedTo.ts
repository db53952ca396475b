import { instantAt } from "#core/wallTime.ts";
import { readLocal } from "../calendar/rules.ts";
import type { Appointment } from "../contract.ts";

interface Move {
  readonly appointment: Pick<Appointment, "id" | "version">;
  /** Local times. */
  readonly starts: string;
  readonly ends: string;
  /** Empty: nobody in particular; undefined: it stays. */
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
