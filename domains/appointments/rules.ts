import { instantAt, wallTimeAt } from "#core/wallTime.ts";
import type { Hours } from "#domains/locations/hours/rules.ts";
import {
  type AppointmentPeriod,
  type AppointmentStatus,
  type AppointmentType,
  appointmentStatuses,
  type CustomTime,
} from "./contract.ts";
import type { AppointmentInTheWay, DoubtfulTime } from "./fields.ts";

export const typeNames: Record<AppointmentType, string> = { 0: "In-Person", 1: "Virtual" };
export const statusNames: Record<AppointmentStatus, string> = { 0: "Pending", 1: "Completed", 2: "No Show" };

/** An appointment can move to every status but its own. */
export function otherStatuses(status: AppointmentStatus): AppointmentStatus[] {
  return appointmentStatuses.filter((other) => other !== status);
}

/**
 * The time of an appointment: the moment of saving, the present wall time on another day, or the chosen wall time, in the
 * location's time zone.
 *
 * @returns undefined for a wall time that daylight saving skips in spring.
 */
export function instantOf(
  draft: CustomTime & { readonly timeType?: string | undefined },
  now: Date,
  zone: string,
): Date | undefined {
  if (draft.timeType !== "custom") {
    const { date, minutes } = wallTimeAt(now, zone);
    const day = draft.appointment_date || date;
    return day === date ? now : instantAt({ date: day, minutes }, zone, "refuse");
  }
  const hour = (Number(draft.customTimeHours) % 12) + (draft.customTimeAmPm === "PM" ? 12 : 0);
  const minutes = hour * 60 + Number(draft.customTimeMinutes);
  return instantAt({ date: draft.appointment_date, minutes }, zone, "refuse");
}

/** The wall time of an instant, as a form shows it. */
export function customTimeOf(instant: Date, zone: string): CustomTime {
  const { date, minutes } = wallTimeAt(instant, zone);
  const hour = Math.floor(minutes / 60);
  return {
    appointment_date: date,
    customTimeHours: String(hour % 12 || 12).padStart(2, "0"),
    customTimeMinutes: String(minutes % 60).padStart(2, "0"),
    customTimeAmPm: hour < 12 ? "AM" : "PM",
  };
}

/** The day of an instant in the location's time: `2026-11-21`. */
export const dayOf = (instant: Date, zone: string) => customTimeOf(instant, zone).appointment_date;

/** A day's first minute, and the next day's. */
export function boundsOfDay(day: string, zone: string): { readonly start: Date; readonly end: Date } {
  return { start: startOfDay(day, zone), end: startOfDay(dayAfter(day), zone) };
}

export const dayAfter = (day: string, days = 1) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * aDay).toISOString().slice(0, 10);

/** Where daylight saving skips midnight, the day begins an hour later. */
const startOfDay = (day: string, zone: string) => instantAt({ date: day, minutes: 0 }, zone, "next");

/** The time span of a period, at `now`; open where it has no bound. */
export function spanOf(
  period: AppointmentPeriod,
  now: Date,
  zone: string,
): { readonly from?: Date; readonly before?: Date } {
  const { start, end } = boundsOfDay(dayOf(now, zone), zone);
  if (period === "today") return { from: start, before: end };
  if (period === "past") return { before: start };
  return { from: period === "coming" ? start : end };
}

/** True between two rows of a list by time when the first one's time has passed today and the second one's hasn't. */
export function isNowBetween(
  previous: { readonly datetime: string } | undefined,
  row: { readonly datetime: string },
  now: Date,
  zone: string,
): boolean {
  if (!previous) return false;
  const [before, at] = [new Date(previous.datetime), new Date(row.datetime)];
  return before <= now && at > now && dayOf(before, zone) === dayOf(now, zone);
}

/** Pending although its time has passed: someone has to say how it went. */
export function needsOutcome(
  { status, datetime }: { readonly status: AppointmentStatus; readonly datetime: string | Date },
  now: Date,
): boolean {
  return status === 0 && new Date(datetime).getTime() <= now.getTime();
}

/** The next full hour in the location's time zone: the default of a new draft. */
export function nextHour(now: Date, zone: string) {
  return { ...customTimeOf(new Date(now.getTime() + 60 * aMinute), zone), customTimeMinutes: "00" };
}

/** `9:30 AM`; a narrow space before AM and PM, which some versions put there, is a plain one. */
export const clockOf = (at: Date | string, timeZone: string) =>
  new Intl.DateTimeFormat("en-US", { timeZone, hour: "numeric", minute: "2-digit" })
    .format(new Date(at))
    .replace(/\u202f/g, " ");

/** `45 min`, `1 hr`, `1 hr 30 min` */
export function lengthText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours} hr`, rest > 0 && `${rest} min`].filter(Boolean).join(" ");
}

/** Who and what is in the way of an appointment. Nothing of it is seen when it is at another location. */
export function inTheWayText(host: string, [first, ...more]: readonly AppointmentInTheWay[], zone: string): string {
  if (!first) return `${host} has an appointment at another location then. Select another time or person.`;
  const when = `${clockOf(first.datetime, zone)} to ${clockOf(first.ends_at, zone)}`;
  const others = more.length > 0 ? ` and ${more.length} more` : "";
  return `${host} has “${first.title}” with ${first.customer_name} from ${when}${others}. Select another time or person.`;
}

/** Who is off, and why if that is known. */
export const offText = (host: string, reason: string) =>
  `${host} is off then${reason === "" ? "" : `: ${reason}`}. Select another time or person.`;

/** Where a departing member's appointments went; empty without any. */
export function handedOverText(successor: string, given: number, unhosted: number): string {
  const counted = (count: number) => (count === 1 ? "1 appointment" : `${count} appointments`);
  const sentences = [
    given > 0 && `${successor} now hosts ${counted(given)}`,
    unhosted > 0 &&
      `${counted(unhosted)} ${unhosted === 1 ? "has" : "have"} no host, because ${successor} can't take ${unhosted === 1 ? "it" : "them"}`,
  ];
  return sentences.filter(Boolean).join(". ");
}

/** The title of the successor's notification. */
export const takenOverText = (former: string) => `You now host ${former}'s appointments`;

/** `Tue, Nov 24, 2:15 PM` */
export function whenText(at: Date, timeZone: string): string {
  const day = new Intl.DateTimeFormat("en-US", { timeZone, weekday: "short", month: "short", day: "numeric" });
  return `${day.format(at)}, ${clockOf(at, timeZone)}`;
}

/** When an appointment is, and who receives the customer. */
export interface HostedTime {
  readonly host_id: number | null;
  readonly datetime: Date;
}

/** Each host's notification about a change to an appointment, or about a new one. */
export function hostNews(change: {
  readonly title: string;
  readonly zone: string;
  /** Who did it. */
  readonly by: string;
  /** The host from now on; empty without one. */
  readonly host: string;
  readonly before: HostedTime | undefined;
  readonly after: HostedTime;
}) {
  const { title, zone, by, host, before, after } = change;
  const text = (at: Date) => `“${title}” on ${whenText(at, zone)}`;
  const isMoved = before !== undefined && before.datetime.getTime() !== after.datetime.getTime();
  if (before && before.host_id === after.host_id) {
    if (!isMoved || after.host_id === null) return [];
    const moved = `“${title}” to ${whenText(after.datetime, zone)}`;
    return [{ user_id: after.host_id, title: `${by} moved your appointment`, text: moved }];
  }
  const given = `${by} assigned you an appointment`;
  const taken = host === "" ? `${by} removed you as host` : `${by} reassigned your appointment to ${host}`;
  return [
    ...(after.host_id === null ? [] : [{ user_id: after.host_id, title: given, text: text(after.datetime) }]),
    ...(before?.host_id ? [{ user_id: before.host_id, title: taken, text: text(before.datetime) }] : []),
  ];
}

const aMinute = 60_000;
const aDay = 24 * 60 * aMinute;

const monthNames = "january february march april may june july august september october november december".split(" ");
const nearDays: Record<string, number> = { yesterday: -1, today: 0, tomorrow: 1 };

/**
 * The day that a search means: `today`, `Nov 21`, `11/21/2025`, `2025-11-21`; undefined for any other text. Without a
 * year it is the one nearest to today.
 */
export function searchedDay(text: string, today: string): string | undefined {
  const term = text.trim().toLowerCase();
  if (Object.hasOwn(nearDays, term)) return dayAfter(today, nearDays[term]);
  const [, isoYear, isoMonth, isoDate] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(term) ?? [];
  if (isoYear) return calendarDay(isoYear, Number(isoMonth), Number(isoDate));
  const [, month, date, year] = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d\d))?$/.exec(term) ?? [];
  if (month) return dayOfYear(year, Number(month), Number(date), today);
  const [, word = "", dayNumber, wordYear] = /^([a-z]{3,9})\.? (\d{1,2})(?:,? (\d{4}))?$/.exec(term) ?? [];
  const named = word === "" ? 0 : monthNames.findIndex((name) => name.startsWith(word)) + 1;
  return named > 0 ? dayOfYear(wordYear, named, Number(dayNumber), today) : undefined;
}

function dayOfYear(year: string | undefined, month: number, date: number, today: string): string | undefined {
  if (year) return calendarDay(year.length === 2 ? `20${year}` : year, month, date);
  const thisYear = Number(today.slice(0, 4));
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(today));
  return [thisYear - 1, thisYear, thisYear + 1]
    .flatMap((one) => calendarDay(String(one), month, date) ?? [])
    .sort((one, other) => distance(one) - distance(other))[0];
}

/** Undefined for a day that no calendar has. */
function calendarDay(year: string, month: number, date: number): string | undefined {
  const day = `${year}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;
  const instant = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day) ? day : undefined;
}

const audited = ["type", "customer_id", "datetime", "duration", "host_id"] as const;
const worded = ["title", "notes", "place"] as const;
type EditedValue = string | number | Date | null;
type EditedValues = { readonly [Name in (typeof audited | typeof worded)[number]]: EditedValue };

/** What an edit changes, for the audit trail: values before and after, and of texts only that they changed. */
export function changesBetween(
  before: EditedValues,
  after: EditedValues,
): Record<string, string | number | boolean | null> {
  const plain = (value: EditedValue) => (value instanceof Date ? value.toISOString() : value);
  const isChanged = (name: keyof EditedValues) => plain(before[name]) !== plain(after[name]);
  return Object.fromEntries([
    ...worded.filter(isChanged).map((name) => [name, true]),
    ...audited.filter(isChanged).flatMap((name) => [
      [`${name}_from`, plain(before[name])],
      [`${name}_to`, plain(after[name])],
    ]),
  ]);
}

/** A day's hours, as the location keeps them; null: closed. */
export function hoursOn({ week, closed }: Hours, day: string) {
  return closed.includes(day) ? null : (week[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? null);
}

interface ChosenTime {
  readonly datetime: Date;
  readonly ends_at: Date;
  readonly now: Date;
  readonly zone: string;
  readonly hours: Hours;
  /** The customer's other appointments in that time. */
  readonly others: readonly { readonly title: string; readonly datetime: Date; readonly customer_name: string }[];
}

const clockFace = (minutes: number) => clockOf(new Date(minutes * aMinute), "UTC");

/** What speaks against a time, although one may choose it. Nothing but another appointment speaks against this very moment. */
export function warningsFor(chosen: ChosenTime): DoubtfulTime["warnings"] {
  const { datetime, now, zone, others } = chosen;
  const isNow = datetime.getTime() === now.getTime();
  return [
    ...(isNow ? [] : [...pastWarning(chosen), ...hoursWarning(chosen)]),
    ...others.map(({ title, datetime, customer_name }) => ({
      doubt: "customer" as const,
      text: `${customer_name} has “${title}” at ${clockOf(datetime, zone)}.`,
    })),
  ];
}

/** A minute's grace: a time that was chosen while it was still to come. */
function pastWarning({ datetime, now, zone }: ChosenTime): DoubtfulTime["warnings"] {
  if (datetime.getTime() > now.getTime() - aMinute) return [];
  const day = dayOf(datetime, zone);
  const when = day === dayOf(now, zone) ? clockOf(datetime, zone) : longDay(day);
  return [{ doubt: "past", text: `This is in the past (${when}).` }];
}

/** `November 21, 2020` */
const longDay = (day: string) =>
  new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "long" }).format(new Date(`${day}T00:00:00Z`));

function hoursWarning({ datetime, ends_at, zone, hours }: ChosenTime): DoubtfulTime["warnings"] {
  const starts = wallTimeAt(datetime, zone);
  const span = hoursOn(hours, starts.date);
  if (!span) return [{ doubt: "closed", text: "This location is closed that day." }];
  const ends = wallTimeAt(ends_at, zone);
  const lastMinute = ends.date === starts.date ? ends.minutes : ends.minutes + 24 * 60;
  if (starts.minutes >= span.opens && lastMinute <= span.closes) return [];
  const text = `This is outside business hours (${clockFace(span.opens)} to ${clockFace(span.closes)}).`;
  return [{ doubt: "hours", text }];
}

/** What was saved, and what speaks against its time. */
export const savedText = (saved: string, warnings: DoubtfulTime["warnings"]) =>
  [...(warnings.length > 0 ? [`${saved}.`] : [saved]), ...warnings.map(({ text }) => text)].join(" ");

const quarter = 15 * aMinute;

interface AwayTime {
  readonly starts_at: string;
  readonly ends_at: string;
}

interface Candidate {
  readonly id: number;
  readonly user_type: string;
}

interface Day<P extends Candidate> {
  readonly people: readonly P[];
  readonly appointments: readonly {
    readonly host_id: number | null;
    readonly status: number;
    readonly datetime: string;
    readonly ends_at: string;
  }[];
  /** When people are off, or busy in their own calendars. */
  readonly away: readonly (AwayTime & { readonly user_id: number })[];
  readonly now: Date;
  /** How long someone has to be free, in minutes. */
  readonly minutes: number;
  /** When the location closes. */
  readonly until: Date;
}

/** From when on someone is free for so long: now, or a quarter of an hour. */
function freeFrom(
  taken: readonly { readonly from: number; readonly to: number }[],
  now: number,
  length: number,
): number {
  let at = now;
  for (const { from, to } of taken.toSorted((one, other) => one.from - other.from)) {
    if (from < at + length && to > at) at = Math.ceil(to / quarter) * quarter;
  }
  return at;
}

/**
 * Who can receive a customer first, and when; undefined when no one can before the location closes. Of several the person who has
 * least that day, and the owner last.
 */
export function nextFree<P extends Candidate>({ people, appointments, away, now, minutes, until }: Day<P>) {
  const length = minutes * aMinute;
  const time = now.getTime();
  const free = people.map((person) => {
    const own = appointments.filter(({ host_id, status }) => host_id === person.id && status === 0);
    const taken = [
      ...own.map(({ datetime, ends_at }) => ({ from: Date.parse(datetime), to: Date.parse(ends_at) })),
      ...away
        .filter(({ user_id }) => user_id === person.id)
        .map(({ starts_at, ends_at }) => ({ from: Date.parse(starts_at), to: Date.parse(ends_at) })),
    ];
    return {
      person,
      at: freeFrom(taken, time, length),
      rank: person.user_type === "dealer" ? 1 : 0,
      count: own.length,
    };
  });
  const [first] = free
    .filter(({ at }) => at === time || at + length <= until.getTime())
    .sort((one, other) => one.at - other.at || one.rank - other.rank || one.count - other.count);
  return first && { person: first.person, at: new Date(first.at), isNow: first.at === time };
}
