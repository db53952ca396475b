import type pg from "pg";
import type { Period } from "#core/periods.ts";
import type { FigureKey } from "#domains/dashboard/contract.ts";

/*
 * Recomputes every figure from the raw rows in plain JavaScript, following the definitions. Days are compared as the
 * zone's calendar dates.
 */

interface RawMessage {
  id: number;
  chat_id: number;
  is_from_customer: number;
  datetime: Date;
}
interface RawChat {
  id: number;
  location_id: number;
  customer_id: number;
  new_message_count: number;
  is_replied: number;
  is_closed: number;
}
interface RawCustomer {
  id: number;
  location_id: number;
  phone: string;
  created_at: Date;
  created_by: number | null;
  upload_id: number | null;
  deleted_at: Date | null;
  merged_into: number | null;
}
interface RawAppointment {
  id: number;
  location_id: number;
  customer_id: number;
  type: number;
  status: number;
  datetime: Date;
  created: Date;
}
interface RawResponse {
  id: number;
  location_id: number;
  chat_id: number;
  answered_at: Date;
  business_seconds: number;
}

export interface RawRows {
  readonly messages: RawMessage[];
  readonly chats: RawChat[];
  readonly customers: RawCustomer[];
  readonly appointments: RawAppointment[];
  readonly responses: RawResponse[];
  readonly revoked: { phone: string; at: Date }[];
}

/** Reads every row of a business that figures count. */
export async function readRawRows(pool: pg.Pool, dealer_id: number): Promise<RawRows> {
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

/** The calendar date in the zone: `2026-11-21`. */
export function dayIn(at: Date, zone: string): string {
  const calendar = calendars.get(zone) ?? new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" });
  calendars.set(zone, calendar);
  return calendar.format(at);
}

const plusDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

function firstDay(period: Period, today: string): string {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  const days = { today: 0, days7: 6, week: weekday, days30: 29, days90: 89, year: 364 };
  return period === "month" ? `${today.slice(0, 7)}-01` : plusDays(today, -days[period]);
}

interface RecountQuery {
  readonly now: Date;
  readonly zone: string;
  readonly period: Period;
  readonly location_id: number | null;
}

/** The ids of the rows that each figure counts. */
export function recount(raw: RawRows, { now, zone, period, location_id }: RecountQuery): Record<FigureKey, number[]> {
  const today = dayIn(now, zone);
  const first = firstDay(period, today);
  const inPeriod = (at: Date) => at <= now && dayIn(at, zone) >= first;
  const inDays = (at: Date) => dayIn(at, zone) >= first && dayIn(at, zone) <= today;
  const here = (row: { location_id: number }) => location_id === null || row.location_id === location_id;
  const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id).sort((one, other) => one - other);

  const customers = new Map(raw.customers.map((customer) => [customer.id, customer]));
  const isLiveCustomer = (customer_id: number) => customers.get(customer_id)?.deleted_at === null;
  const chats = raw.chats.filter(here);
  const conversations = new Map(chats.map((chat) => [chat.id, [] as RawMessage[]]));
  for (const message of raw.messages) conversations.get(message.chat_id)?.push(message);
  const messages = [...conversations.values()].flat().filter(({ datetime }) => inPeriod(datetime));
  const follows = (message: RawMessage) => {
    const conversation = conversations.get(message.chat_id) ?? [];
    return conversation[conversation.indexOf(message) - 1]?.is_from_customer === 0;
  };
  const live = chats.filter(({ customer_id }) => isLiveCustomer(customer_id));
  const lastOf = (chat: RawChat, from?: number) =>
    conversations.get(chat.id)?.findLast(({ is_from_customer }) => from === undefined || is_from_customer === from)
      ?.datetime;
  const within = (at: Date | undefined) => at !== undefined && inPeriod(at);
  const cold = now.getTime() + 1 - 30 * 86_400_000;

  const added = raw.customers.filter((one) => here(one) && !one.deleted_at && inPeriod(one.created_at));
  const leads = added.filter((one) => one.created_by === null && one.upload_id === null);
  const isServiced = (customer: RawCustomer) =>
    raw.responses.some(({ chat_id }) => raw.chats.find(({ id }) => id === chat_id)?.customer_id === customer.id);
  const appointments = raw.appointments.filter(here);
  const madeInPeriod = appointments.filter(({ created }) => inPeriod(created));
  const scheduled = appointments.filter(({ datetime }) => inDays(datetime));
  const optedOutPhones = raw.revoked.filter(({ at }) => inPeriod(at)).map(({ phone }) => phone);
  const ownerOf = (customer: RawCustomer): RawCustomer =>
    customer.merged_into === null ? customer : (customers.get(customer.merged_into) ?? customer);
  const optedOut = new Set(
    raw.customers.filter((one) => here(one) && optedOutPhones.includes(one.phone)).map((one) => ownerOf(one)),
  );

  return {
    todays_appointments: ids(appointments.filter(({ datetime }) => dayIn(datetime, zone) === today)),
    new_messages: ids(messages.filter((message) => message.is_from_customer === 1)),
    unread_messages: ids(
      live.flatMap((chat) => {
        const received = (conversations.get(chat.id) ?? []).filter((message) => message.is_from_customer === 1);
        return chat.new_message_count > 0 ? received.slice(-chat.new_message_count) : [];
      }),
    ),
    pending_follow_up: ids(live.filter((chat) => chat.is_replied === 0)),
    new_contacts: ids(added),
    active_contacts: ids(live.filter((chat) => within(lastOf(chat, 1)))),
    cold_contacts: ids(live.filter((chat) => (lastOf(chat)?.getTime() ?? cold) < cold)),
    appointment_scheduled: [...new Set(madeInPeriod.map(({ customer_id }) => customer_id))].sort(
      (one, two) => one - two,
    ),
    no_response: ids(
      live.filter((chat) => within(lastOf(chat)) && conversations.get(chat.id)?.at(-1)?.is_from_customer === 0),
    ),
    messages_sent: ids(messages.filter((message) => message.is_from_customer === 0)),
    replies_received: ids(messages.filter((message) => message.is_from_customer === 1 && follows(message))),
    appointments_set: ids(madeInPeriod),
    apps_shown: ids(scheduled.filter(({ status }) => status === 1)),
    opted_out: ids([...optedOut].filter((one) => one.deleted_at === null)),
    active_appointments: ids(appointments.filter(({ status, datetime }) => status === 0 && datetime >= now)),
    inbound_leads: ids(leads),
    total_conversations: ids(live.filter((chat) => within(lastOf(chat)))),
    average_response_time: ids(raw.responses.filter((one) => here(one) && inPeriod(one.answered_at))),
    leads_serviced: ids(leads.filter(isServiced)),
    leads_untouched: ids(leads.filter((lead) => !isServiced(lead))),
    contacts_by_staff: ids(added.filter((one) => one.created_by !== null && one.upload_id === null)),
    contacts_imported: ids(added.filter((one) => one.upload_id !== null)),
    appointments_in_period: ids(scheduled),
    appointments_in_person: ids(scheduled.filter(({ type }) => type === 0)),
    appointments_virtual: ids(scheduled.filter(({ type }) => type === 1)),
    appointments_pending: ids(scheduled.filter(({ status }) => status === 0)),
    appointments_no_show: ids(scheduled.filter(({ status }) => status === 2)),
  };
}
