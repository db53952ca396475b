import { midnight, type TimeRange } from "#core/periods.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type {
  ChartPartCounts,
  ChosenPeriod,
  Dashboard,
  FigureCounts,
  FigureKey,
  PreviousFigures,
} from "../contract.ts";
import { bandAt, bucketsOf, chosenRange, daysOf, durationText, isByHour, previousRangeOf } from "../rules.ts";
import { countConversations } from "./conversationsStore.ts";
import { countDrillDownRows, isMessageFigure } from "./drillDownStore.ts";
import { answerBands, type FigureSums, figureSums } from "./figureHoursStore.ts";
import { countOptOuts, countWaiting, medianResponse } from "./figuresStore.ts";
import { type MessageSums, messageSums } from "./messageHoursStore.ts";
import {
  bucketIn,
  countAppointments,
  countAppointmentsIn,
  countCustomersScheduledIn,
  type FigureRanges,
  type FigureScope,
} from "./store.ts";

/** Selects the figures to count. */
export interface FigureQuery {
  readonly scope: FigureScope;
  readonly chosen: ChosenPeriod;
  readonly now: Date;
  /** IANA; its days are counted. */
  readonly zone: string;
}

export function rangesOf({ chosen, now, zone }: FigureQuery): FigureRanges & { readonly range: TimeRange } {
  const { range, days } = chosenRange(chosen, now, zone);
  const today = { from: midnight(now, zone), to: midnight(now, zone, 1) };
  return { range, now, today, created: range, days };
}

/** The figures before their instants become text. */
interface CountedFigures extends Omit<Dashboard, "from" | "as_of" | "previous"> {
  readonly previous: (Omit<PreviousFigures, keyof TimeRange> & TimeRange) | null;
}

/** All figures and charts of a period. */
export async function countFigures(db: Db, query: FigureQuery): Promise<CountedFigures> {
  const { scope, chosen, now, zone } = query;
  const moments = rangesOf(query);
  const { range } = moments;
  const bucket = bucketIn(isByHour(chosen), zone);
  const at = bucketsOf(chosen, now, zone);
  const { first: first_day, last: last_day } = daysOf(chosen, now, zone);
  const messages = await messageSums(db, scope, range, bucket);
  const sums = await figureSums(db, scope, moments, bucket);
  const totals = totalsOf(sums);
  const bands = answerBands.map((band) => total(sums, band));
  const { unread_conversations, ...waiting } = await countWaiting(db, scope);
  const counted: FigureCounts = {
    ...waiting,
    ...(await countConversations(db, scope, range, now)),
    ...(await countAppointments(db, scope, moments)),
    ...(await countOptOuts(db, scope, range)),
    ...totalsOfMessages(messages),
    ...totals.counted,
    appointment_scheduled: await countScheduled(db, query, totals.counted),
  };
  return {
    ...counted,
    unread_conversations,
    average_response_time: durationText(await medianResponse(db, scope, range, bands)),
    parts: totals.parts,
    charts: {
      at,
      leads: series(at, sums, "inbound_leads"),
      serviced: series(at, sums, "leads_serviced"),
      received: series(at, messages, "received"),
      sent: series(at, messages, "sent"),
      pending: series(at, sums, "pending"),
      completed: series(at, sums, "completed"),
      no_show: series(at, sums, "no_show"),
      ...replySeries(at, sums),
    },
    previous: await countPrevious(db, query),
    period: chosen.period,
    first_day,
    last_day,
  };
}

/** The hourly sums count each customer once, at the latest appointment: right until now, but not until an earlier day. */
async function countScheduled(
  db: Db,
  query: FigureQuery,
  { appointment_scheduled }: Pick<FigureCounts, "appointment_scheduled">,
): Promise<number> {
  const { range, now } = rangesOf(query);
  return range.to > now ? appointment_scheduled : countCustomersScheduledIn(db, query.scope, range);
}

/** What the period before had, for the change since then. */
async function countPrevious(db: Db, query: FigureQuery): Promise<CountedFigures["previous"]> {
  const { scope, chosen, now, zone } = query;
  const range = previousRangeOf(chosen, now, zone);
  if (!range) return null;
  const bucket = bucketIn(isByHour(chosen), zone);
  const sums = await figureSums(db, scope, { ...rangesOf(query), created: range, days: range }, bucket);
  const { counted } = totalsOf(sums);
  const bands = answerBands.map((band) => total(sums, band));
  const weekAgo = { from: midnight(now, zone, -7), to: midnight(now, zone, -6) };
  return {
    ...range,
    new_messages: total(await messageSums(db, scope, range, bucket), "received"),
    new_contacts: counted.new_contacts,
    appointment_scheduled: await countCustomersScheduledIn(db, scope, range),
    inbound_leads: counted.inbound_leads,
    todays_appointments: await countAppointmentsIn(db, scope, weekAgo),
    average_response_time: durationText(await medianResponse(db, scope, range, bands)),
  };
}

function totalsOfMessages(messages: readonly MessageSums[]) {
  return {
    new_messages: total(messages, "received"),
    messages_sent: total(messages, "sent"),
    replies_received: total(messages, "replies"),
  };
}

function totalsOf(sums: readonly FigureSums[]) {
  const sources = {
    inbound_leads: total(sums, "inbound_leads"),
    contacts_by_staff: total(sums, "contacts_by_staff"),
    contacts_imported: total(sums, "contacts_imported"),
  };
  const types = { in_person: total(sums, "in_person"), virtual: total(sums, "virtual") };
  const counted = {
    new_contacts: sources.inbound_leads + sources.contacts_by_staff + sources.contacts_imported,
    inbound_leads: sources.inbound_leads,
    appointments_set: total(sums, "appointments_set"),
    appointment_scheduled: total(sums, "appointment_scheduled"),
    apps_shown: total(sums, "completed"),
  };
  const parts: ChartPartCounts = {
    leads_serviced: total(sums, "leads_serviced"),
    leads_untouched: sources.inbound_leads - total(sums, "leads_serviced"),
    contacts_by_staff: sources.contacts_by_staff,
    contacts_imported: sources.contacts_imported,
    appointments_in_period: types.in_person + types.virtual,
    appointments_in_person: types.in_person,
    appointments_virtual: types.virtual,
    appointments_pending: total(sums, "pending"),
    appointments_no_show: total(sums, "no_show"),
  };
  return { counted, parts };
}

/** Figures that the hourly sums already count. */
const summedFigures = new Set<FigureKey>([
  "new_contacts",
  "inbound_leads",
  "leads_serviced",
  "leads_untouched",
  "contacts_by_staff",
  "contacts_imported",
  "appointments_set",
  "appointment_scheduled",
  "apps_shown",
  "appointments_in_period",
  "appointments_in_person",
  "appointments_virtual",
  "appointments_pending",
  "appointments_no_show",
]);

/** How many rows a figure counts. */
export async function countFigureRows(db: Db, figure: FigureKey, query: FigureQuery): Promise<number> {
  const { scope, chosen, zone } = query;
  const moments = rangesOf(query);
  const bucket = bucketIn(isByHour(chosen), zone);
  if (isMessageFigure(figure)) return totalsOfMessages(await messageSums(db, scope, moments.range, bucket))[figure];
  if (!summedFigures.has(figure)) return countDrillDownRows(db, figure, { scope, ranges: moments });
  const { counted, parts } = totalsOf(await figureSums(db, scope, moments, bucket));
  if (figure === "appointment_scheduled") return countScheduled(db, query, counted);
  return ({ ...counted, ...parts } as Partial<Record<FigureKey, number>>)[figure] ?? 0;
}

type Sums<Key extends string> = readonly ({ readonly at: string } & { readonly [K in Key]: number })[];

function total<Key extends string>(sums: Sums<Key>, key: Key): number {
  return sums.reduce((sum, row) => sum + row[key], 0);
}

/** Replies per bucket by wait, each series the sum of neighboring bands. */
function replySeries(at: readonly string[], sums: readonly FigureSums[]) {
  const [fast, medium] = [bandAt(300), bandAt(1800)];
  const repliesOf = (bands: readonly (typeof answerBands)[number][]) => {
    const values = bands.map((band) => series(at, sums, band));
    return at.map((_, index) => values.reduce((sum, band) => sum + (band[index] ?? 0), 0));
  };
  return {
    replied_in_5_minutes: repliesOf(answerBands.slice(0, fast)),
    replied_in_30_minutes: repliesOf(answerBands.slice(fast, medium)),
    replied_later: repliesOf(answerBands.slice(medium)),
  };
}

/** One value per bucket, 0 without rows. The slice drops the minutes of an hour's text. */
function series<Key extends string>(at: readonly string[], sums: Sums<Key>, key: Key): number[] {
  const valueAt = new Map(sums.map((row) => [row.at.slice(0, 13), row[key]]));
  return at.map((bucket) => valueAt.get(bucket) ?? 0);
}
