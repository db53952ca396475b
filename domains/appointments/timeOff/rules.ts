import type { Role } from "#core/people.ts";
import { localAfter, localOf } from "#domains/appointments/calendar/rules.ts";

/** The longest time off, and how many coming entries a person can have. */
export const mostMinutes = 366 * 24 * 60;
export const mostEntries = 100;

/** Agents change their own time off; managers and the owner everyone's. */
export function canChangeTimeOff(who: { readonly user_id: number; readonly role: Role }, user_id: number): boolean {
  return who.role !== "agent" || who.user_id === user_id;
}

/** Why someone can't be off: they have appointments then, as many here, or only at another location. */
export function busyText(name: string, here: number): string {
  if (here === 0) return `${name} has an appointment at another location then. Move it first.`;
  return here === 1
    ? `${name} has an appointment then. Move or reassign it first.`
    : `${name} has ${here} appointments then. Move or reassign them first.`;
}

const shown = (local: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" })
    .format(new Date(`${local}:00Z`))
    .replace(/\u202f/g, " ");
const dayText = (local: string) => shown(local, { weekday: "short", month: "short", day: "numeric" });
const timeText = (local: string) => `${dayText(local)}, ${shown(local, { hour: "numeric", minute: "2-digit" })}`;

/** `Mon, Jun 8`, `Mon, Jun 8 to Wed, Jun 10` for whole days, else with the times, by the location's clock. */
export function spanText(starts_at: string, ends_at: string, zone: string): string {
  const [starts, ends] = [localOf(starts_at, zone), localOf(ends_at, zone)];
  const isWholeDays = starts.endsWith("T00:00") && ends.endsWith("T00:00");
  if (!isWholeDays) return `${timeText(starts)} to ${timeText(ends)}`;
  const last = localAfter(ends, -24 * 60);
  return last <= starts ? dayText(starts) : `${dayText(starts)} to ${dayText(last)}`;
}
