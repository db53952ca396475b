import { TZDate } from "@date-fns/tz";
import { type Period, rangeOf, type TimeRange } from "#core/periods.ts";
import type { Dashboard, FigureCounts, FigureKey } from "./contract.ts";

/** Days back to the same days of the period before; the month's are those of the month before. */
const daysBack: Record<Exclude<Period, "month" | "year">, number> = {
  today: 1,
  days7: 7,
  week: 7,
  days30: 30,
  days90: 90,
};

/**
 * The period before, as far into it as now is into this one: yesterday until this time, the last month until this day of
 * the month. Undefined for a year.
 */
export function previousRangeOf(period: Period, now: Date, zone: string): TimeRange | undefined {
  if (period === "year") return undefined;
  const { from } = rangeOf(period, now, zone);
  const [start, end] = [new TZDate(from.getTime(), zone), new TZDate(now.getTime(), zone)];
  if (period === "month") {
    start.setMonth(start.getMonth() - 1);
    const month = end.getMonth();
    end.setMonth(month - 1);
    // The last month was shorter: all of it.
    const isShorter = end.getMonth() === month;
    return { from: new Date(start.getTime()), to: isShorter ? from : new Date(end.getTime() + 1) };
  }
  for (const moment of [start, end]) moment.setDate(moment.getDate() - daysBack[period]);
  return { from: new Date(start.getTime()), to: new Date(end.getTime() + 1) };
}

const twoDigits = (number: number) => String(number).padStart(2, "0");

/** The buckets of a period's charts: the hours of today, or days. */
export function bucketsOf(period: Period, now: Date, zone: string): string[] {
  const { from } = rangeOf(period, now, zone);
  const [first, today] = [new TZDate(from.getTime(), zone), new TZDate(now.getTime(), zone)];
  if (period === "today") {
    return Array.from({ length: 24 }, (_, hour) => `${dayOf(today)} ${twoDigits(hour)}`);
  }
  const days: string[] = [];
  for (let day = first; day.getTime() <= now.getTime(); ) {
    days.push(dayOf(day));
    day = new TZDate(day.getFullYear(), day.getMonth(), day.getDate() + 1, zone);
  }
  return days;
}

const dayOf = (date: TZDate) => `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;

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

/** Each step in percent of the first, rounded. */
export function funnelOf(counted: FigureCounts): Dashboard["funnel"] {
  const sent = counted.messages_sent;
  const percent = (count: number) => (sent === 0 ? 0 : Math.round((100 * count) / sent));
  return {
    messages_sent: percent(sent),
    replies_received: percent(counted.replies_received),
    appointments_set: percent(counted.appointments_set),
    apps_shown: percent(counted.apps_shown),
    opted_out: percent(counted.opted_out),
  };
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
  new_messages: { label: "New Messages", description: "Texts and calls that came from customers in the period." },
  unread_messages: {
    label: "Unread Messages",
    description: "Texts and calls nobody has seen yet. The inbox counts the conversations they are in.",
  },
  pending_follow_up: {
    label: "Pending Follow Up",
    description: "Conversations waiting for a reply now, In-Active ones included: the same as Unreplied in the inbox.",
  },
  new_contacts: { label: "New Contacts", description: "Customers who were added in the period and are still there." },
  active_contacts: { label: "Active Contacts", description: "Customers who last wrote or called within the period." },
  cold_contacts: {
    label: "Cold Contacts",
    description: `Customers with a conversation whose last message, either way, is more than ${coldDays} days old.`,
  },
  appointment_scheduled: {
    label: "Appointment Scheduled",
    description: "Customers for whom an appointment was made in the period.",
  },
  no_response: {
    label: "No Response",
    description: "Customers whom we last texted in the period, and who have not written or called since.",
  },
  messages_sent: {
    label: "Messages Sent",
    description: "Texts your team and automations sent in the period, any status",
  },
  replies_received: {
    label: "Replies Received",
    description: "Texts and calls from customers in the period that follow one of our texts in their conversation.",
  },
  appointments_set: { label: "Appointments Set", description: "Appointments that were made in the period." },
  apps_shown: {
    label: "Apps Shown",
    description: "Completed appointments whose time is from the period's beginning to the end of today.",
  },
  opted_out: { label: "Opted Out", description: "Customers for whom an opt-out was recorded in the period." },
  active_appointments: {
    label: "Active Appointments",
    description: "Pending appointments whose time is still to come.",
  },
  inbound_leads: {
    label: "Inbound Leads",
    description: "Customers who came in the period by a text or call of their own.",
  },
  total_conversations: {
    label: "Total Conversations",
    description: "Conversations whose last message, either way, is within the period.",
  },
  average_response_time: {
    label: "Average Response Time",
    description: "Median time to reply, in business hours",
  },
  leads_serviced: { label: "Serviced", description: "Inbound leads of the period whom a person has answered." },
  leads_untouched: { label: "Untouched", description: "Inbound leads of the period whom nobody has answered yet." },
  contacts_by_staff: { label: "Added by staff", description: "New contacts whom a member added by hand." },
  contacts_imported: { label: "Imported", description: "New contacts who came from a file." },
  appointments_in_period: {
    label: "Appointments",
    description: "Appointments whose time is from the period's beginning to the end of today.",
  },
  appointments_in_person: { label: "In-Person", description: "Those of them for which the customer comes in." },
  appointments_virtual: { label: "Virtual", description: "Those of them by phone or video." },
  appointments_pending: { label: "Pending", description: "Those of them that are still pending." },
  appointments_no_show: { label: "No Show", description: "Those of them to which the customer didn't come." },
};
