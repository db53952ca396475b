import type { Role } from "#core/people.ts";
import type { AppointmentStatus, AppointmentType } from "#domains/appointments/contract.ts";

const aMinute = 60_000;

/** The room opens for the customer so long before the meeting, and closes so long after its end. */
export const opensBeforeMs = 10 * aMinute;
export const closesAfterMs = 30 * aMinute;

interface MeetingTimes {
  readonly datetime: Date | string;
  readonly ends_at: Date | string;
  readonly status: AppointmentStatus;
}

/** `early`: not yet; `open`: people can come in; `over`: it has ended, or staff said how it went. */
export type MeetingPhase = "early" | "open" | "over";

/** Where a meeting is at `now`. A member who starts it earlier opens it earlier. */
export function phaseOf(
  { datetime, ends_at, status, started_at }: MeetingTimes & { readonly started_at: Date | string | null },
  now: Date,
): MeetingPhase {
  const time = now.getTime();
  if (status !== 0 || time >= new Date(ends_at).getTime() + closesAfterMs) return "over";
  const hasBegun = started_at !== null && new Date(started_at).getTime() <= time;
  return hasBegun || time >= new Date(datetime).getTime() - opensBeforeMs ? "open" : "early";
}

/** The host has waited for so long when the customer is texted the link. */
export const nudgeAfterSeconds = 120;

/** True when the host waits in a meeting that has begun, and the customer has neither come nor been texted so. */
export function isNudgeDue(
  meeting: MeetingTimes & {
    readonly type: AppointmentType;
    readonly started_at: Date | null;
    readonly joined_at: Date | null;
    readonly nudged_at: Date | null;
  },
  now: Date,
): boolean {
  const { type, started_at, joined_at, nudged_at } = meeting;
  const hasWaited = started_at !== null && now.getTime() >= started_at.getTime() + nudgeAfterSeconds * 1000;
  return type === 1 && hasWaited && joined_at === null && nudged_at === null && phaseOf(meeting, now) === "open";
}

/** Agents cancel what they made or take part in; managers and the owner cancel everything. */
export function canCancel(
  who: { readonly user_id: number; readonly role: Role },
  people: readonly { readonly id: number }[],
): boolean {
  return who.role !== "agent" || people.some(({ id }) => id === who.user_id);
}

/** Where a meeting in person is: what staff named, and the location's address. */
export const placeInWords = (place: string, address: string) => [place, address].filter(Boolean).join(", ");

// Some versions put a narrow no-break space before AM and PM, which would make a text of two segments from one.
const format = (at: Date, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-US", options).format(at).replace(/\u202f/g, " ");

/** `10:00 AM EST` */
export const timeInWords = (at: Date, timeZone: string) =>
  format(at, { timeZone, hour: "numeric", minute: "2-digit", timeZoneName: "short" });

/** `Tuesday, November 24 at 10:00 AM EST` */
export const whenInWords = (at: Date, timeZone: string) =>
  `${format(at, { timeZone, weekday: "long", month: "long", day: "numeric" })} at ${timeInWords(at, timeZone)}`;

/** `11:00 – 11:30 AM`, `11:30 AM – 12:00 PM` */
export const spanInWords = (from: string, to: string, timeZone: string) =>
  new Intl.DateTimeFormat("en-US", { timeZone, hour: "numeric", minute: "2-digit" })
    .formatRange(new Date(from), new Date(to))
    .replace(/[\u202f\u2009]/g, " ");
