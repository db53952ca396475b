import type { Db } from "#core/server/unit.ts";
import type { Counted, Dashboard, FigureKey, Parts, Period } from "../contract.ts";
import { bucketsOf, durationText, funnelOf, midnight, type Range, rangeOf } from "../rules.ts";
import { countAppointments, type Moments } from "./appointmentsStore.ts";
import { countBehind, isMessageFigure } from "./behindStore.ts";
import { answerBands, type FigureSums, figureSums } from "./figureHoursStore.ts";
import { countConversations, countOptOuts, countWaiting, medianResponse } from "./figuresStore.ts";
import { type MessageSums, messageSums } from "./hoursStore.ts";
import { bucketIn, type Place } from "./store.ts";

/** Selects the figures to count. */
export interface Asked {
  readonly place: Place;
  readonly period: Period;
  readonly now: Date;
  /** IANA; its days are counted. */
  readonly zone: string;
}

export function momentsOf({ period, now, zone }: Asked): Moments & { readonly range: Range } {
  const range = rangeOf(period, now, zone);
  const today = { from: midnight(now, zone), to: midnight(now, zone, 1) };
  return { range, now, today, made: range, days: { from: range.from, to: today.to } };
}

/** All figures and charts of a period. */
export async function countFigures(db: Db, query: Asked): Promise<Omit<Dashboard, "from" | "as_of">> {
  const { place, period, now, zone } = query;
  const moments = momentsOf(query);
  const { range } = moments;
  const bucket = bucketIn(period, zone);
  const at = bucketsOf(period, now, zone);
  const messages = await messageSums(db, place, range, bucket);
  const sums = await figureSums(db, place, moments, bucket);
  const totals = totalsOf(sums);
  const bands = answerBands.map((band) => total(sums, band));
  const counted: Counted = {
    ...(await countWaiting(db, place)),
    ...(await countConversations(db, place, range)),
    ...(await countAppointments(db, place, moments)),
    ...(await countOptOuts(db, place, range)),
    ...totalsOfMessages(messages),
    ...totals.counted,
  };
  return {
    ...counted,
    average_response_time: durationText(await medianResponse(db, place, range, bands)),
    parts: totals.parts,
    funnel: funnelOf(counted),
    charts: {
      at,
      leads: series(at, sums, "inbound_leads"),
      serviced: series(at, sums, "leads_serviced"),
      received: series(at, messages, "received"),
      sent: series(at, messages, "sent"),
      pending: series(at, sums, "pending"),
      completed: series(at, sums, "completed"),
      no_show: series(at, sums, "no_show"),
    },
    period,
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
  const parts: Parts = {
    leads_serviced: total(sums, "leads_serviced"),
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
export async function countRows(db: Db, figure: FigureKey, query: Asked): Promise<number> {
  const { place, period, zone } = query;
  const moments = momentsOf(query);
  const bucket = bucketIn(period, zone);
  if (isMessageFigure(figure)) return totalsOfMessages(await messageSums(db, place, moments.range, bucket))[figure];
  if (!summedFigures.has(figure)) return countBehind(db, figure, { scope: place, ranges: moments });
  const { counted, parts } = totalsOf(await figureSums(db, place, moments, bucket));
  return ({ ...counted, ...parts } as Partial<Record<FigureKey, number>>)[figure] ?? 0;
}

type Sums<Key extends string> = readonly ({ readonly at: string } & { readonly [K in Key]: number })[];

function total<Key extends string>(sums: Sums<Key>, key: Key): number {
  return sums.reduce((sum, row) => sum + row[key], 0);
}

/** One value per bucket, 0 without rows. The slice drops the minutes of an hour's text. */
function series<Key extends string>(at: readonly string[], sums: Sums<Key>, key: Key): number[] {
  const valueAt = new Map(sums.map((row) => [row.at.slice(0, 13), row[key]]));
  return at.map((bucket) => valueAt.get(bucket) ?? 0);
}
