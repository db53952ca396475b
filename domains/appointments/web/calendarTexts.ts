import { nounCount } from "#core/count.ts";
import type { Appointment } from "../contract.ts";
import { clockOf } from "../rules.ts";

/** What the calendar says. */
export const calendarTexts = {
  span: "Days shown",
  day: "Day",
  week: "Week",
  today: "Today",
  previous: (span: "day" | "week") => (span === "day" ? "Previous day" : "Previous week"),
  next: (span: "day" | "week") => (span === "day" ? "Next day" : "Next week"),
  closed: "Closed",
  unassigned: "Unassigned",
  timeOff: "Time off",
  busy: "Busy",
  countOf: (count: number, isToday: boolean) => {
    if (count === 0) return isToday ? "None today" : "None";
    if (isToday) return `${count} today`;
    return count === 1 ? "1 appointment" : `${count} appointments`;
  },
  toPlace: (count: number) => (count === 0 ? "None to assign" : `${count} to assign`),
  offFrom: (many: string, time: string) => `${many}, off from ${time}`,
  offAllDay: "Off all day",
  freeDay: "Nothing on this day. Select a time to book it.",
  closedDay: "Closed this day",
  moveTo: (time: string) => `Move to ${time}`,
  moveWith: (time: string, name: string | undefined) => `Move to ${time} ${name ? `with ${name}` : "without a host"}`,
  until: (time: string) => `Until ${time}`,
  stateOf: (status: 0 | 1 | 2, isConfirmed: boolean) =>
    status === 1 ? "Completed" : status === 2 ? "No show" : isConfirmed ? "Confirmed" : "",
  off: (name: string, span: string, reason: string) => `Off: ${name}, ${span}${reason && ` (${reason})`}`,
  none: "No appointments",
  more: (count: number) => `+${count} more`,
  moreOf: (count: number, when: string) => `${nounCount(count, "more appointment")} at ${when}`,
  all: (count: number) => `See all ${count}`,
  tooMany: "Only the first 2,000 appointments are shown. Select a day or a filter to see the others.",
  createAt: (when: string) => `Create appointment, ${when}`,
  createFor: (when: string, name: string | undefined) =>
    `Create appointment, ${when}${name === undefined ? "" : `, with ${name}`}`,
  failed: "The calendar couldn't be loaded.",
  tryAgain: "Try again",
  move: "Move",
  moveTitle: "Move appointment",
  moveAnyway: "Move anyway",
  movedDay: "Date",
  starts: "Start time",
} as const;

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

/** A pending call that begins within ten minutes: someone has to start it. */
export function isDue({ type, status, datetime }: Appointment, now: Date): boolean {
  const left = new Date(datetime).getTime() - now.getTime();
  return type === 1 && status === 0 && left > 0 && left <= dueMs;
}
