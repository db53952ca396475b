import { TZDate } from "@date-fns/tz";
import { rangeOf, type TimeRange } from "#core/periods.ts";
import { daysLater, instantAt, wallTimeAt } from "#core/wallTime.ts";
import type { ChosenPeriod, FigureKey } from "./contract.ts";

const dayMs = 86_400_000;

/** The most days that can be chosen: a leap year. */
export const maxChosenDays = 366;

/** A field of a custom period with what is wrong with it. */
export interface DayProblem {
  readonly field: "from" | "to";
  readonly message: string;
}

/** A day as the calendar has it: not February 30. */
function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && daysLater(text, 0) === text;
}

/** Days from one to the other, both included. */
const daysFromTo = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayMs + 1;

/** What is wrong with the days of a custom period; `today` is the location's. */
export function dayProblemOf({ from, to }: Pick<ChosenPeriod, "from" | "to">, today: string): DayProblem | undefined {
  if (!isDay(from)) return { field: "from", message: "Enter the first day" };
  if (!isDay(to)) return { field: "to", message: "Enter the last day" };
  if (from > today) return { field: "from", message: "Enter a day up to today" };
  if (to > today) return { field: "to", message: "Enter a day up to today" };
  if (to < from) return { field: "to", message: "The end is before the start" };
  if (daysFromTo(from, to) > maxChosenDays) return { field: "to", message: `Select at most ${maxChosenDays} days` };
  return undefined;
}

/** Midnight of a day in a zone. */
const midnightOf = (date: string, zone: string) => instantAt({ date, minutes: 0 }, zone, "next");

/** The first and the last day of a period in a zone. */
export function daysOf({ period, from, to }: ChosenPeriod, now: Date, zone: string): { first: string; last: string } {
  if (period === "custom") return { first: from, last: to };
  return { first: wallTimeAt(rangeOf(period, now, zone).from, zone).date, last: wallTimeAt(now, zone).date };
}

/** The period until now at most, and its days until their last midnight. */
export function chosenRange(chosen: ChosenPeriod, now: Date, zone: string): { range: TimeRange; days: TimeRange } {
  const { first, last } = daysOf(chosen, now, zone);
  const [from, end] = [midnightOf(first, zone), midnightOf(daysLater(last, 1), zone)];
  const to = new Date(Math.min(now.getTime() + 1, end.getTime()));
  return { range: { from, to }, days: { from, to: end } };
}

/** Days back to the same days of the period before; the month's are those of the month before. */
function daysBack({ period, from, to }: ChosenPeriod): number {
  const days = { today: 1, days7: 7, week: 7, days30: 30, days90: 90, month: 0, year: 0 };
  return period === "custom" ? daysFromTo(from, to) : days[period];
}

/**
 * The period before this one, up to the same point: yesterday until this time of day, last month until this day of the
 * month, as many days before custom ones. Undefined for a year.
 */
export function previousRangeOf(chosen: ChosenPeriod, now: Date, zone: string): TimeRange | undefined {
  if (chosen.period === "year") return undefined;
  const { from, to } = chosenRange(chosen, now, zone).range;
  const isOver = to <= now;
  const [start, end] = [new TZDate(from.getTime(), zone), new TZDate(isOver ? to.getTime() : now.getTime(), zone)];
  if (chosen.period === "month") {
    start.setMonth(start.getMonth() - 1);
    const month = end.getMonth();
    end.setMonth(month - 1);
    // The last month was shorter: all of it.
    const isShorter = end.getMonth() === month;
    return { from: new Date(start.getTime()), to: isShorter ? from : new Date(end.getTime() + 1) };
  }
  for (const moment of [start, end]) moment.setDate(moment.getDate() - daysBack(chosen));
  return { from: new Date(start.getTime()), to: new Date(end.getTime() + (isOver ? 0 : 1)) };
}

const twoDigits = (number: number) => String(number).padStart(2, "0");

/** Whether charts have the hours of a single day. */
export const isByHour = ({ period, from, to }: ChosenPeriod) =>
  period === "today" || (period === "custom" && from === to);

/** The buckets of a period's charts: the hours of one day, or days. */
export function bucketsOf(chosen: ChosenPeriod, now: Date, zone: string): string[] {
  const { first, last } = daysOf(chosen, now, zone);
  if (isByHour(chosen)) return Array.from({ length: 24 }, (_, hour) => `${first} ${twoDigits(hour)}`);
  return Array.from({ length: daysFromTo(first, last) }, (_, day) => daysLater(first, day));
}

const hour = 3_600_000;

/** A range as whole rolled-up hours, and the rest before and after them. */
export interface SplitTimeRange {
  readonly whole: TimeRange;
  readonly before: TimeRange;
  readonly after: TimeRange;
}

/** @param until the end of the rolled-up hours; null before the first rollup. */
export function splitRange({ from, to }: TimeRange, until: Date | null): SplitTimeRange {
  const first = Math.min(Math.ceil(from.getTime() / hour) * hour, to.getTime());
  const last = Math.max(first, Math.min(Math.floor(to.getTime() / hour) * hour, until?.getTime() ?? 0));
  return {
    before: { from, to: new Date(first) },
    whole: { from: new Date(first), to: new Date(last) },
    after: { from: new Date(last), to },
  };
}

/** The end of the hours that can be rolled up: late rows may still arrive within an hour. */
export function endOfCompleteHours(now: Date): Date {
  return new Date(Math.floor((now.getTime() - hour) / hour) * hour);
}

/** Lower bounds, in seconds, of the wait bands after the first. Stored rollups depend on them. */
export const waitBandStarts = [60, 180, 300, 600, 1200, 1800, 3600, 7200, 10_800, 16_200, 32_400] as const;

/** The band that begins at a wait; that wait must be the start of one. */
export function bandAt(seconds: (typeof waitBandStarts)[number]): number {
  return waitBandStarts.indexOf(seconds) + 1;
}

/**
 * Locates the median from the number of values per band, bands in ascending order: read `count` values (one, or the two
 * middle ones) of `bands` after `skipped`.
 */
export function locateMedian(bands: readonly number[]) {
  const total = bands.reduce((sum, count) => sum + count, 0);
  if (total === 0) return undefined;
  const [first, last] = [Math.floor((total - 1) / 2), Math.floor(total / 2)];
  const ends = bands.map((_, band) => bands.slice(0, band + 1).reduce((sum, count) => sum + count, 0));
  const bandOf = (rank: number) => ends.findIndex((end) => rank < end);
  const [one, other] = [bandOf(first), bandOf(last)];
  return {
    bands: [...new Set([one, other])],
    skipped: first - ((ends[one] ?? 0) - (bands[one] ?? 0)),
    count: last - first + 1,
  };
}

/** `4m`, `1h 5m`, `0m` when there is nothing; less than a minute counts as one. */
export function durationText(seconds: number | null): string {
  if (!seconds) return "0m";
  const minutes = Math.max(1, Math.round(seconds / 60));
  return minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h${minutes % 60 ? ` ${minutes % 60}m` : ""}`;
}

/** A part in whole percent; 100 only for all of it, and 0 only for none. */
export function percentOf(part: number, whole: number): number {
  if (part <= 0 || whole <= 0) return 0;
  if (part >= whole) return 100;
  return Math.min(99, Math.max(1, Math.round((100 * part) / whole)));
}

/** Days without a message after which a contact is cold. */
export const coldDays = 30;

/** The label of a figure and what it counts; declared only here. */
export interface FigureDefinition {
  readonly label: string;
  readonly description: string;
}

export const definitions: Record<FigureKey, FigureDefinition> = {
  todays_appointments: {
    label: "Today's Appointments",
    description: "Scheduled for today, any status",
  },
  new_messages: { label: "New Messages", description: "Texts and calls from customers in the period." },
  unread_messages: {
    label: "Unread Messages",
    description: "Texts and calls nobody has seen yet. The inbox counts the conversations they are in.",
  },
  pending_follow_up: {
    label: "Pending Follow Up",
    description: "Conversations waiting for a reply now, In-Active ones included: the same as Unreplied in the inbox.",
  },
  new_contacts: { label: "New Contacts", description: "Customers added in the period, except those deleted since." },
  active_contacts: { label: "Active Contacts", description: "Customers who texted or called in the period." },
  cold_contacts: {
    label: "Cold Contacts",
    description: `Customers with a conversation whose last message, either way, is more than ${coldDays} days old at the end of the period.`,
  },
  appointment_scheduled: {
    label: "Appointment Scheduled",
    description: "Customers with an appointment made in the period.",
  },
  no_response: {
    label: "No Response",
    description: "Customers you last texted in the period who haven't texted or called since.",
  },
  messages_sent: {
    label: "Messages Sent",
    description: "Texts your team and automations sent in the period, any status",
  },
  replies_received: {
    label: "Replies Received",
    description: "Texts and calls from customers in the period that follow one of our texts in their conversation.",
  },
  appointments_set: { label: "Appointments Set", description: "Appointments made in the period." },
  apps_shown: {
    label: "Appointments Shown",
    description: "Completed appointments scheduled in the period, through the end of today.",
  },
  opted_out: { label: "Opted Out", description: "Customers with an opt-out recorded in the period." },
  active_appointments: {
    label: "Active Appointments",
    description: "Pending appointments still to come.",
  },
  inbound_leads: {
    label: "Inbound Leads",
    description: "Customers who first reached you in the period by text or call.",
  },
  total_conversations: {
    label: "Total Conversations",
    description: "Conversations whose last message, either way, is within the period.",
  },
  average_response_time: {
    label: "Average Response Time",
    description: "Median time to reply, in business hours",
  },
  leads_serviced: { label: "Serviced", description: "Inbound leads in the period that a team member answered." },
  leads_untouched: { label: "Untouched", description: "Inbound leads in the period that no one has answered yet." },
  contacts_by_staff: { label: "Added by staff", description: "New contacts that a team member added by hand." },
  contacts_imported: { label: "Imported", description: "New contacts who came from a file." },
  appointments_in_period: {
    label: "Appointments",
    description: "Appointments scheduled in the period, any status.",
  },
  appointments_in_person: { label: "In-Person", description: "Of these, those where the customer comes in." },
  appointments_virtual: { label: "Virtual", description: "Of these, those by phone or video." },
  appointments_pending: { label: "Pending", description: "Of these, those still pending." },
  appointments_no_show: { label: "No Show", description: "Of these, those the customer missed." },
  people_texted: {
    label: "Texted",
    description: "Customers who got a text from your team or automations in the period. Campaigns don't count.",
  },
  people_replied: { label: "Replied", description: "Of these, customers who texted or called back in the period." },
  people_scheduled: {
    label: "Appointment Set",
    description: "Of these, customers with an appointment made in the period.",
  },
  people_shown: { label: "Shown", description: "Of these, customers who showed up for it." },
  people_opted_out: { label: "Opted Out", description: "Customers texted in the period who opted out in it." },
};
