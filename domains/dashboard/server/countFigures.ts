import type { Db } from "#core/server/unit.ts";
import type { Counted, Dashboard, Parts, Period } from "../contract.ts";
import { bucketsOf, durationText, funnelOf, midnight, type Range, rangeOf } from "../rules.ts";
import { appointmentSums, countAppointments, type Moments } from "./appointmentsStore.ts";
import {
  countAdded,
  countConversations,
  countOptOuts,
  countServiced,
  countWaiting,
  medianResponse,
} from "./figuresStore.ts";
import { messageSums } from "./hoursStore.ts";
import { bucketIn, type Place } from "./store.ts";

/** What figures are asked for. */
export interface Asked {
  readonly place: Place;
  readonly period: Period;
  readonly now: Date;
  /** IANA: whose days count. */
  readonly zone: string;
}

export function momentsOf({ period, now, zone }: Asked): Moments & { readonly range: Range } {
  const range = rangeOf(period, now, zone);
  const today = { from: midnight(now, zone), to: midnight(now, zone, 1) };
  return { range, now, today, made: range, days: { from: range.from, to: today.to } };
}

/** All figures and charts of a period. */
export async function countFigures(db: Db, asked: Asked): Promise<Omit<Dashboard, "from" | "as_of">> {
  const { place, period, now, zone } = asked;
  const moments = momentsOf(asked);
  const { range } = moments;
  const by = bucketIn(period, zone);
  const at = bucketsOf(period, now, zone);
  const messages = await messageSums(db, place, range, by);
  const added = await countAdded(db, place, range, by);
  const serviced = await countServiced(db, place, range, by);
  const days = await appointmentSums(db, place, moments, by);
  const sources = {
    inbound_leads: total(added, "inbound_leads"),
    contacts_by_staff: total(added, "contacts_by_staff"),
    contacts_imported: total(added, "contacts_imported"),
  };
  const types = { in_person: total(days, "in_person"), virtual: total(days, "virtual") };
  const counted: Counted = {
    ...(await countWaiting(db, place)),
    ...(await countConversations(db, place, range)),
    ...(await countAppointments(db, place, moments)),
    ...(await countOptOuts(db, place, range)),
    new_messages: total(messages, "received"),
    messages_sent: total(messages, "sent"),
    replies_received: total(messages, "replies"),
    new_contacts: sources.inbound_leads + sources.contacts_by_staff + sources.contacts_imported,
    inbound_leads: sources.inbound_leads,
    apps_shown: total(days, "completed"),
  };
  const parts: Parts = {
    leads_serviced: total(serviced, "serviced"),
    contacts_by_staff: sources.contacts_by_staff,
    contacts_imported: sources.contacts_imported,
    appointments_in_period: types.in_person + types.virtual,
    appointments_in_person: types.in_person,
    appointments_virtual: types.virtual,
    appointments_pending: total(days, "pending"),
    appointments_no_show: total(days, "no_show"),
  };
  return {
    ...counted,
    average_response_time: durationText(await medianResponse(db, place, range)),
    parts,
    funnel: funnelOf(counted),
    charts: {
      at,
      leads: series(at, added, "inbound_leads"),
      serviced: series(at, serviced, "serviced"),
      received: series(at, messages, "received"),
      sent: series(at, messages, "sent"),
      pending: series(at, days, "pending"),
      completed: series(at, days, "completed"),
      no_show: series(at, days, "no_show"),
    },
    period,
  };
}

type Sums<Key extends string> = readonly ({ readonly at: string } & { readonly [K in Key]: number })[];

function total<Key extends string>(sums: Sums<Key>, key: Key): number {
  return sums.reduce((sum, row) => sum + row[key], 0);
}

/** One value for each bucket, 0 where nothing was counted; an hour's text goes on with minutes. */
function series<Key extends string>(at: readonly string[], sums: Sums<Key>, key: Key): number[] {
  const known = new Map(sums.map((row) => [row.at.slice(0, 13), row[key]]));
  return at.map((bucket) => known.get(bucket) ?? 0);
}
