import type pg from "pg";
import type { FigureKey, Period } from "../contract.ts";

/*
 * Every figure from the raw rows, in plain JavaScript and as plainly as can be: which rows count, by the words of the
 * definitions. Days are compared as the texts that a calendar in the zone shows.
 */

interface Message {
  id: number;
  chat_id: number;
  is_from_customer: number;
  datetime: Date;
}
interface Chat {
  id: number;
  location_id: number;
  customer_id: number;
  new_message_count: number;
  is_replied: number;
  is_closed: number;
}
interface Customer {
  id: number;
  location_id: number;
  phone: string;
  created_at: Date;
  created_by: number | null;
  upload_id: number | null;
  deleted_at: Date | null;
  merged_into: number | null;
}
interface Appointment {
  id: number;
  location_id: number;
  customer_id: number;
  type: number;
  status: number;
  datetime: Date;
  created: Date;
}
interface Response {
  id: number;
  location_id: number;
  chat_id: number;
  answered_at: Date;
  business_seconds: number;
}

export interface Raw {
  readonly messages: Message[];
  readonly chats: Chat[];
  readonly customers: Customer[];
  readonly appointments: Appointment[];
  readonly responses: Response[];
  readonly revoked: { phone: string; at: Date }[];
}

/** Every row of a business that figures are about. */
export async function readRaw(pool: pg.Pool, dealer_id: number): Promise<Raw> {
  const all = async (table: string, more = "") =>
    (await pool.query(`select * from ${table} where dealer_id = $1 ${more} order by id`, [dealer_id])).rows;
  return {
    messages: await all("messages"),
    chats: await all("chats"),
    customers: await all("customers"),
    appointments: await all("appointments"),
    responses: await all("responses"),
    revoked: await all("consent_events", "and event = 'revoked'"),
  };
}

const calendars = new Map<string, Intl.DateTimeFormat>();

/** `2026-11-21` as a calendar in the zone shows it. */
export function dayIn(at: Date, zone: string): string {
  const known = calendars.get(zone) ?? new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" });
  calendars.set(zone, known);
  return known.format(at);
}

const plusDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

function firstDay(period: Period, today: string): string {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  const days = { today: 0, week: weekday, days30: 29, days90: 89, year: 364 };
  return period === "month" ? `${today.slice(0, 7)}-01` : plusDays(today, -days[period]);
}

interface Asked {
  readonly now: Date;
  readonly zone: string;
  readonly period: Period;
  readonly location_id: number | null;
}

/** The ids of the rows behind every figure. */
export function recount(raw: Raw, { now, zone, period, location_id }: Asked): Record<FigureKey, number[]> {
  const today = dayIn(now, zone);
  const first = firstDay(period, today);
  const inPeriod = (at: Date) => at <= now && dayIn(at, zone) >= first;
  const inDays = (at: Date) => dayIn(at, zone) >= first && dayIn(at, zone) <= today;
  const here = (row: { location_id: number }) => location_id === null || row.location_id === location_id;
  const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id).sort((one, other) => one - other);

  const customers = new Map(raw.customers.map((customer) => [customer.id, customer]));
  const isThere = (customer_id: number) => customers.get(customer_id)?.deleted_at === null;
  const chats = raw.chats.filter(here);
  const talks = new Map(chats.map((chat) => [chat.id, [] as Message[]]));
  for (const message of raw.messages) talks.get(message.chat_id)?.push(message);
  const messages = [...talks.values()].flat().filter(({ datetime }) => inPeriod(datetime));
  const follows = (message: Message) => {
    const talk = talks.get(message.chat_id) ?? [];
    return talk[talk.indexOf(message) - 1]?.is_from_customer === 0;
  };
  const live = chats.filter(({ customer_id }) => isThere(customer_id));
  const lastOf = (chat: Chat, from?: number) =>
    talks.get(chat.id)?.findLast(({ is_from_customer }) => from === undefined || is_from_customer === from)?.datetime;
  const within = (at: Date | undefined) => at !== undefined && inPeriod(at);
  const cold = now.getTime() + 1 - 30 * 86_400_000;

  const added = raw.customers.filter((one) => here(one) && !one.deleted_at && inPeriod(one.created_at));
  const leads = added.filter((one) => one.created_by === null && one.upload_id === null);
  const isServiced = (customer: Customer) =>
    raw.responses.some(({ chat_id }) => raw.chats.find(({ id }) => id === chat_id)?.customer_id === customer.id);
  const visits = raw.appointments.filter(here);
  const set = visits.filter(({ created }) => inPeriod(created));
  const inTime = visits.filter(({ datetime }) => inDays(datetime));
  const gone = raw.revoked.filter(({ at }) => inPeriod(at)).map(({ phone }) => phone);
  const ownerOf = (customer: Customer): Customer =>
    customer.merged_into === null ? customer : (customers.get(customer.merged_into) ?? customer);
  const outs = new Set(raw.customers.filter((one) => here(one) && gone.includes(one.phone)).map((one) => ownerOf(one)));

  return {
    todays_appointments: ids(visits.filter(({ datetime }) => dayIn(datetime, zone) === today)),
    new_messages: ids(messages.filter((message) => message.is_from_customer === 1)),
    unread_messages: ids(
      live.flatMap((chat) => {
        const received = (talks.get(chat.id) ?? []).filter((message) => message.is_from_customer === 1);
        return chat.new_message_count > 0 ? received.slice(-chat.new_message_count) : [];
      }),
    ),
    pending_follow_up: ids(live.filter((chat) => chat.is_replied === 0 && chat.is_closed === 0)),
    new_contacts: ids(added),
    active_contacts: ids(live.filter((chat) => within(lastOf(chat, 1)))),
    cold_contacts: ids(live.filter((chat) => (lastOf(chat)?.getTime() ?? cold) < cold)),
    appointment_scheduled: [...new Set(set.map(({ customer_id }) => customer_id))].sort((one, two) => one - two),
    no_response: ids(live.filter((chat) => within(lastOf(chat)) && talks.get(chat.id)?.at(-1)?.is_from_customer === 0)),
    messages_sent: ids(messages.filter((message) => message.is_from_customer === 0)),
    replies_received: ids(messages.filter((message) => message.is_from_customer === 1 && follows(message))),
    appointments_set: ids(set),
    apps_shown: ids(inTime.filter(({ status }) => status === 1)),
    opted_out: ids([...outs].filter((one) => one.deleted_at === null)),
    active_appointments: ids(visits.filter(({ status, datetime }) => status === 0 && datetime >= now)),
    inbound_leads: ids(leads),
    total_conversations: ids(live.filter((chat) => within(lastOf(chat)))),
    average_response_time: ids(raw.responses.filter((one) => here(one) && inPeriod(one.answered_at))),
    leads_serviced: ids(leads.filter(isServiced)),
    contacts_by_staff: ids(added.filter((one) => one.created_by !== null && one.upload_id === null)),
    contacts_imported: ids(added.filter((one) => one.upload_id !== null)),
    appointments_in_period: ids(inTime),
    appointments_in_person: ids(inTime.filter(({ type }) => type === 0)),
    appointments_virtual: ids(inTime.filter(({ type }) => type === 1)),
    appointments_pending: ids(inTime.filter(({ status }) => status === 0)),
    appointments_no_show: ids(inTime.filter(({ status }) => status === 2)),
  };
}
