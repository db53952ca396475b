import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { businessMinutesBefore, wallTime } from "./businessHours.ts";
import type { SampleCustomer } from "./customers.ts";
import { type Random, randomFrom } from "./random.ts";
import type { SeededDealership, SeededLocation, Writer } from "./staff.ts";

const aMinute = 60_000;

type Offer = readonly [title: string, minutes: number];

const visits: readonly Offer[] = [
  ["Test drive, EV6", 45],
  ["Delivery, Telluride", 60],
  ["Oil change, recall", 60],
  ["Brakes", 45],
  ["Trade-in appraisal", 30],
  ["Test drive, Sorento", 60],
  ["Tire rotation", 30],
  ["Second look, Sportage", 45],
];

const calls: readonly Offer[] = [
  ["Trade-in offer", 30],
  ["Loan terms", 30],
  ["Contract review", 45],
  ["Lease end options", 60],
  ["Video tour, Carnival", 30],
  ["First questions", 30],
];

/** Of a hundred customers, how many don't come. */
const missedPercent = 14;

/** From opening to closing, in minutes after midnight. */
const [opens, closes] = [9 * 60, 18 * 60];
const sunday = 0;

/** An appointment of a host's day that is not stored yet; `from` in minutes after midnight. */
export interface PlannedHour {
  readonly title: string;
  readonly type: 0 | 1;
  readonly from: number;
  readonly minutes: number;
}

/** A host's day: some appointments, one after the other with time between them, and none later than `until`. */
export function planHostDay(random: Random, until = closes): PlannedHour[] {
  const planned: PlannedHour[] = [];
  const most = random.chance(35) ? 2 : 1;
  for (let from = opens + 15 * random.between(0, 8); planned.length < most; from += 15 * random.between(4, 10)) {
    const type = random.chance(45) ? 1 : 0;
    const [title, minutes] = random.pick(type === 1 ? calls : visits);
    if (from + minutes > until) return planned;
    planned.push({ title, type, from, minutes });
    from += minutes;
  }
  return planned;
}

/** The day with a call at the next quarter of an hour, which somebody is about to start. */
export function withNextCall(planned: readonly PlannedHour[], minuteOfDay: number): PlannedHour[] {
  const from = Math.ceil((minuteOfDay + 3) / 15) * 15;
  const next: PlannedHour = { title: "Trade-in offer", type: 1, from, minutes: 30 };
  if (from < opens || from + next.minutes > closes) return [...planned];
  const others = planned.filter((one) => one.from >= from + next.minutes || one.from + one.minutes <= from);
  return [...others, next].sort((one, other) => one.from - other.from);
}

/** One at a time, who is nowhere else at that minute; each of them in turn. */
export function bookInTurn(
  customer_ids: readonly number[],
  booked: readonly { readonly customer_id: number; readonly datetime: Date }[],
): (datetime: Date) => number {
  const nameOf = (customer_id: number, datetime: Date) => `${customer_id} ${datetime.getTime()}`;
  const taken = new Set(booked.map(({ customer_id, datetime }) => nameOf(customer_id, datetime)));
  let next = 0;
  return (datetime) => {
    for (let tries = 0; tries < customer_ids.length; tries++) {
      const id = customer_ids[next++ % customer_ids.length] ?? 0;
      if (taken.has(nameOf(id, datetime))) continue;
      taken.add(nameOf(id, datetime));
      return id;
    }
    throw new Error("More appointments at a time than customers");
  };
}

interface Sample {
  /** Customers who come, by location. */
  readonly visitors: readonly (readonly SampleCustomer[])[];
  readonly ids: ReadonlyMap<string, number>;
  readonly now: Date;
}

/** Fills the last week, this one and the next with appointments of the team, so that its calendar has something to show. */
export async function addHostedDays(unit: UnitOfWork, { dealer_id, locations }: SeededDealership, sample: Sample) {
  const random = randomFrom(20_261_121);
  const hosted = new Set<number>();
  for (const [index, location] of locations.entries()) {
    // Who works at several locations hosts at the first of them.
    const hosts = location.writers.filter(({ user_id }) => !hosted.has(user_id));
    for (const { user_id } of hosts) hosted.add(user_id);
    const ofLocation = { dealer_id, location, hosts, customers: sample.visitors[index] ?? [] };
    await addTimeOff(unit, ofLocation, sample.now);
    await addDays(unit, ofLocation, sample, random);
  }
}

interface OfLocation {
  readonly dealer_id: number;
  readonly location: SeededLocation;
  readonly hosts: readonly Writer[];
  readonly customers: readonly SampleCustomer[];
}

const weekdayOf = (instant: Date, timeZone: string) =>
  ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"].indexOf(
    new Intl.DateTimeFormat("en-US", { timeZone, weekday: "short" }).format(instant),
  );
const clock = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;

/** Who is off from 4 PM today, by their place among a location's hosts; and for a day next week. */
const [offToday, offNextWeek, offFrom] = [2, 1, 16 * 60];

/** How many days there are from today to next Wednesday or later. */
const daysToVacation = (weekday: number) => 10 - weekday;

async function addTimeOff(unit: UnitOfWork, { dealer_id, location, hosts }: OfLocation, now: Date): Promise<void> {
  const { zone } = location;
  const entry = (host: Writer | undefined, days: number, from: number, to: number, reason: string) =>
    host && {
      dealer_id,
      user_id: host.user_id,
      starts_at: wallTime(now, days, clock(from), zone),
      ends_at: wallTime(now, days, clock(to), zone),
      reason,
      created_by: host.user_id,
      created_at: businessMinutesBefore(now, 600, zone),
    };
  const vacation = daysToVacation(weekdayOf(now, zone));
  const entries = [
    entry(hosts[offToday], 0, offFrom, closes, "Dentist"),
    entry(hosts[offNextWeek], vacation, opens, closes, "Vacation"),
  ].filter((one) => one !== undefined);
  if (entries.length > 0) await unit.db.insertInto("time_off").values(entries).execute();
}

async function addDays(
  unit: UnitOfWork,
  { dealer_id, location, hosts, customers }: OfLocation,
  { ids, now }: Sample,
  random: Random,
): Promise<void> {
  const { location_id, zone } = location;
  const weekday = weekdayOf(now, zone);
  const vacation = daysToVacation(weekday);
  const minuteOfDay = Math.floor((now.getTime() - wallTime(now, 0, "0:00", zone).getTime()) / aMinute);
  const booked = await unit.db
    .selectFrom("appointments")
    .where("dealer_id", "=", dealer_id)
    .select(["customer_id", "datetime"])
    .execute();
  const book = bookInTurn(
    customers.flatMap(({ phone }) => ids.get(phone) ?? []),
    booked,
  );
  const rowOf = (host: Writer | undefined, days: number, { title, type, from, minutes }: PlannedHour) => {
    const datetime = wallTime(now, days, clock(from), zone);
    const created = businessMinutesBefore(datetime < now ? datetime : now, random.between(300, 9_000), zone);
    const isOver = datetime.getTime() + minutes * aMinute <= now.getTime();
    const isConfirmed = !isOver && random.chance(40);
    return {
      dealer_id,
      location_id,
      customer_id: book(datetime),
      title,
      type,
      notes: "",
      datetime,
      duration: minutes,
      host_id: host?.user_id ?? null,
      status: isOver ? (random.chance(missedPercent) ? 2 : 1) : 0,
      confirmed_at: isConfirmed ? created : null,
      created,
      created_by: random.pick(location.writers).user_id,
    };
  };
  const rows = Array.from({ length: 21 }, (_, index) => index - weekday - 7)
    .filter((days) => (days + weekday + 7) % 7 !== sunday)
    .flatMap((days) => {
      const ofHosts = hosts.flatMap((host, index) => {
        if (index === offNextWeek && days === vacation) return [];
        const until = index === offToday && days === 0 ? offFrom : closes;
        const planned = planHostDay(random, until);
        const shown = index === 0 && days === 0 ? withNextCall(planned, minuteOfDay) : planned;
        return shown.map((hour) => rowOf(host, days, hour));
      });
      const toPlace = rowOf(undefined, days, { title: "Test drive", type: 0, from: 12 * 60, minutes: 45 });
      return days >= 0 && days % 2 === 0 ? [...ofHosts, toPlace] : ofHosts;
    });
  // One of today's customers did not come.
  const missed = rows.findLast(({ status, datetime }) => status === 1 && datetime >= wallTime(now, 0, "0:00", zone));
  if (missed) missed.status = 2;
  await unit.db.insertInto("appointments").values(rows).execute();
  await addRooms(unit, { dealer_id, location_id }, rows);
}

/** Gives the calls that are still to come their rooms. */
async function addRooms(
  unit: UnitOfWork,
  { dealer_id, location_id }: { dealer_id: number; location_id: number },
  rows: readonly { readonly type: number; readonly status: number; readonly title: string }[],
): Promise<void> {
  const titles = rows.filter(({ type, status }) => type === 1 && status === 0).map(({ title }) => title);
  if (titles.length === 0) return;
  const stored = await unit.db
    .selectFrom("appointments")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("type", "=", 1)
    .where("status", "=", 0)
    .where("title", "in", [...new Set(titles)])
    .select("id")
    .execute();
  const rooms = stored.map(({ id }) => ({
    dealer_id,
    location_id,
    appointment_id: id,
    url: `https://meet.sunrise.example/room-${id}`,
  }));
  if (rooms.length > 0) await unit.db.insertInto("meetings").values(rooms).execute();
}
