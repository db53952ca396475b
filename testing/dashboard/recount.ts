import { TZDate } from "@date-fns/tz";
import type pg from "pg";
import type { ChosenPeriod, FigureKey } from "#domains/dashboard/contract.ts";

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

/** By zone, with the dates that were asked for by their instants: a recount asks for the same ones again and again. */
const calendars = new Map<string, { readonly format: Intl.DateTimeFormat; readonly dates: Map<number, string> }>();

function calendarOf(zone: string) {
  const known = calendars.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" });
  const created = { format, dates: new Map<number, string>() };
  calendars.set(zone, created);
  return created;
}

/** The calendar date in the zone: `2026-11-21`. */
export function dayIn(at: Date, zone: string): string {
  const { format, dates } = calendarOf(zone);
  const date = dates.get(at.getTime()) ?? format.format(at);
  dates.set(at.getTime(), date);
  return date;
}

const plusDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

function firstDay({ period, from }: ChosenPeriod, today: string): string {
  if (period === "custom") return from;
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  const days = { today: 0, days7: 6, week: weekday, days30: 29, days90: 89, year: 364 };
  return period === "month" ? `${today.slice(0, 7)}-01` : plusDays(today, -days[period]);
}

interface RecountQuery {
  readonly now: Date;
  readonly zone: string;
  readonly chosen: ChosenPeriod;
  readonly location_id: number | null;
}

/** The end of the period: now, or the midnight after its last day. */
function endOf({ chosen: { period, to }, now, zone }: RecountQuery): Date {
  const end = new Date(now.getTime() + 1);
  if (period !== "custom" || to >= dayIn(now, zone)) return end;
  const [year = 0, month = 0, day = 0] = to.split("-").map(Number);
  return new Date(new TZDate(year, month - 1, day + 1, zone).getTime());
}

/** The ids of the live conversations by their messages from `since` to before `until`. */
export function recountConversations(
  raw: RawRows,
  { since, until, location_id }: { since: Date; until: Date; location_id: number | null },
) {
  const deleted = new Set(raw.customers.filter(({ deleted_at }) => deleted_at).map(({ id }) => id));
  const byChat = Map.groupBy(
    raw.messages.filter(({ datetime }) => datetime < until),
    ({ chat_id }) => chat_id,
  );
  const live = raw.chats
    .filter((chat) => location_id === null || chat.location_id === location_id)
    .filter(({ customer_id }) => !deleted.has(customer_id));
  const where = (holds: (messages: RawMessage[]) => boolean) =>
    live.filter(({ id }) => holds(byChat.get(id) ?? [])).map(({ id }) => id);
  const isLately = (message: RawMessage | undefined) => message !== undefined && message.datetime >= since;
  const cold = new Date(until.getTime() - 30 * 86_400_000);
  return {
    active_contacts: where((messages) => isLately(messages.findLast((one) => one.is_from_customer === 1))),
    cold_contacts: where((messages) => messages.length > 0 && (messages.at(-1) as RawMessage).datetime < cold),
    no_response: where((messages) => isLately(messages.at(-1)) && messages.at(-1)?.is_from_customer === 0),
    total_conversations: where((messages) => isLately(messages.at(-1))),
  };
}

/** The ids of the rows that each figure counts. */
export function recount(raw: RawRows, query: RecountQuery): Record<FigureKey, number[]> {
  const { now, zone, chosen, location_id } = query;
  const today = dayIn(now, zone);
  const [first, last] = [firstDay(chosen, today), chosen.period === "custom" ? chosen.to : today];
  const inDays = (at: Date) => dayIn(at, zone) >= first && dayIn(at, zone) <= last;
  const inPeriod = (at: Date) => at <= now && inDays(at);
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
  const [year = 0, month = 0, day = 0] = first.split("-").map(Number);
  const since = new Date(new TZDate(year, month - 1, day, zone).getTime());
  const spoken = recountConversations(raw, { since, until: endOf(query), location_id });

  const added = raw.customers.filter((one) => here(one) && !one.deleted_at && inPeriod(one.created_at));
  const leads = added.filter((one) => one.created_by === null && one.upload_id === null);
  const answered = new Set(raw.responses.map(({ chat_id }) => chat_id));
  const serviced = new Set(raw.chats.flatMap(({ id, customer_id }) => (answered.has(id) ? [customer_id] : [])));
  const isServiced = (customer: RawCustomer) => serviced.has(customer.id);
  const appointments = raw.appointments.filter(here);
  const madeInPeriod = appointments.filter(({ created }) => inPeriod(created));
  const scheduled = appointments.filter(({ datetime }) => inDays(datetime));
  const optedOutPhones = raw.revoked.filter(({ at }) => inPeriod(at)).map(({ phone }) => phone);
  const ownerOf = (customer: RawCustomer): RawCustomer =>
    customer.merged_into === null ? customer : (customers.get(customer.merged_into) ?? customer);
  const people = live.flatMap((chat) => {
    const spoken = (conversations.get(chat.id) ?? []).filter(({ datetime }) => inPeriod(datetime));
    const text = spoken.find((one) => one.is_from_customer === 0);
    if (!text) return [];
    const made = madeInPeriod.filter(({ customer_id }) => customer_id === chat.customer_id);
    const hasReplied = spoken.some((one) => one.is_from_customer === 1 && one.datetime > text.datetime);
    return [{ id: chat.customer_id, hasReplied, made }];
  });
  const replied = people.filter(({ hasReplied }) => hasReplied);
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
    ...spoken,
    appointment_scheduled: [...new Set(madeInPeriod.map(({ customer_id }) => customer_id))].sort(
      (one, two) => one - two,
    ),
    messages_sent: ids(messages.filter((message) => message.is_from_customer === 0)),
    replies_received: ids(messages.filter((message) => message.is_from_customer === 1 && follows(message))),
    appointments_set: ids(madeInPeriod),
    apps_shown: ids(scheduled.filter(({ status }) => status === 1)),
    opted_out: ids([...optedOut].filter((one) => one.deleted_at === null)),
    active_appointments: ids(appointments.filter(({ status, datetime }) => status === 0 && datetime >= now)),
    inbound_leads: ids(leads),
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
    people_texted: ids(people),
    people_replied: ids(replied),
    people_scheduled: ids(replied.filter(({ made }) => made.length > 0)),
    people_shown: ids(replied.filter(({ made }) => made.some(({ status }) => status === 1))),
    people_opted_out: ids(people.filter(({ id }) => [...optedOut].some((one) => one.id === id))),
  };
}
