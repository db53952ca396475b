import type { Appointment } from "../contract.ts";
import { clockOf } from "../rules.ts";

const aMinute = 60_000;

/** `9:30 AM` for 570 minutes after midnight. */
export const clockAt = (minutes: number) => clockOf(new Date(minutes * aMinute), "UTC");

/** `9:30`, as it stands where AM and PM are plain. */
export const faceOf = (minutes: number) => clockAt(minutes).replace(/ [AP]M$/, "");

/** `4`, or `4:30`. */
export const shortFace = (minutes: number) => faceOf(minutes).replace(/:00$/, "");

/** `9 AM` */
export const hourText = (hour: number) => clockAt(hour * 60).replace(":00", "");

/** `9:30–10:15` */
export const spanFace = (from: number, to: number) => `${faceOf(from)}–${faceOf(to)}`;

/** What a zone is called on a day: `PST`. */
export function zoneName(day: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "short" });
  const parts = format.formatToParts(new Date(`${day}T18:00:00Z`));
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

const dueMs = 10 * aMinute;

/** A pending call that begins within ten minutes: somebody has to start it. */
export function isDue({ type, status, datetime }: Appointment, now: Date): boolean {
  const left = new Date(datetime).getTime() - now.getTime();
  return type === 1 && status === 0 && left > 0 && left <= dueMs;
}
