import type { CustomTime } from "#domains/appointments/contract.ts";
import { customTimeOf, nextHour } from "#domains/appointments/rules.ts";
import type { Meeting } from "../contract.ts";
import type { MeetingKind } from "../fields.ts";

/** What the dialog lets people enter. */
export interface MeetingValues extends CustomTime, Record<string, unknown> {
  title: string;
  type: string;
  customer_id: number | null;
  notes: string;
  kind: MeetingKind;
  url: string;
  /** As the field has them: texts. */
  user_ids: string[];
  host_id: string;
  duration: string;
  place: string;
  text_customer: 0 | 1;
  mail_customer: 0 | 1;
}

/** A quarter of an hour as one choice: `10:15 AM`. */
export const timeOf = ({ customTimeHours, customTimeMinutes, customTimeAmPm }: CustomTime) =>
  `${customTimeHours}:${customTimeMinutes} ${customTimeAmPm}`;

/** The parts of a chosen time. */
export function partsOfTime(time: string) {
  const [customTimeHours = "", customTimeMinutes = "", customTimeAmPm = ""] = time.split(/[: ]/);
  return { customTimeHours, customTimeMinutes, customTimeAmPm };
}

/** `10:15 AM` for 615 minutes after midnight. */
export function timeAfterMidnight(minutes: number): string {
  const hour = Math.floor(minutes / 60) % 24;
  const padded = (value: number) => String(value).padStart(2, "0");
  return `${padded(hour % 12 || 12)}:${padded(minutes % 60)} ${hour < 12 ? "AM" : "PM"}`;
}

/** Every quarter of an hour of a day. */
export const quarterHours = Array.from({ length: 96 }, (_, index) => timeAfterMidnight(index * 15));

interface NewMeeting {
  readonly type: number;
  /** The day that is shown. */
  readonly day: string;
  /** The time that was clicked, and whose: `2026-11-24T10:00`; empty: none. */
  readonly at: string;
  readonly host: string;
  readonly url: string;
  readonly me: number | undefined;
}

/** What a new meeting begins with: the clicked time and its host, or the next full hour. */
export function newMeeting({ type, day, at, host, url, me }: NewMeeting, zone: string, now: Date): MeetingValues {
  const next = nextHour(now, zone);
  const isClicked = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(at) && !Number.isNaN(Date.parse(`${at}:00Z`));
  const clicked = isClicked ? customTimeOf(new Date(`${at}:00Z`), "UTC") : {};
  const shown = day > next.appointment_date ? { appointment_date: day } : {};
  const what = { title: "", type: String(type), customer_id: null, notes: "", url: type === 1 ? url : "" };
  const kind: MeetingKind = what.url === "" ? "room" : "link";
  return {
    ...what,
    kind,
    ...next,
    ...shown,
    ...clicked,
    user_ids: [],
    host_id: isClicked ? host.replace(/\D/g, "") : String(me ?? ""),
    duration: "30",
    place: "",
    text_customer: 1,
    mail_customer: 0,
  };
}

/** What the form of a stored meeting begins with. The host, or without one the person who made it, is always part of it. */
export function storedMeeting(meeting: Meeting, zone: string) {
  const { title, type, customer_id, notes, kind, url, people, datetime, host_id, place } = meeting;
  const what = { title, type: String(type), customer_id, notes, kind, url, place };
  const host = { host_id: String(host_id ?? ""), duration: String(meeting.duration) };
  const user_ids = people.slice(1).map(({ id }) => String(id));
  return {
    ...what,
    ...customTimeOf(new Date(datetime), zone),
    ...host,
    user_ids,
    text_customer: 0,
    mail_customer: 0,
  } satisfies MeetingValues;
}

/** What was typed before another room was chosen is not sent. */
export const roomOf = ({ kind, url }: Pick<MeetingValues, "kind" | "url">) => ({
  kind,
  url: kind === "link" ? url : "",
});

/** The body of an edit. A time that wasn't changed stays as it is, whatever minute that is. */
export function editOf(values: MeetingValues, meeting: Meeting, zone: string) {
  const before = customTimeOf(new Date(meeting.datetime), zone);
  const isSame = values.appointment_date === before.appointment_date && timeOf(values) === timeOf(before);
  // One that was made for "now" may be at any minute, which the call would refuse even of a time that stays.
  const time = isSame ? { customTimeMinutes: "" } : {};
  return {
    ...values,
    ...time,
    ...roomOf(values),
    timeType: isSame ? ("keep" as const) : ("custom" as const),
    version: meeting.version,
  };
}
