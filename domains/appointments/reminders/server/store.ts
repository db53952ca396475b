import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { AppointmentReminder, ReminderLanguage, ReminderReason, ReminderSettings } from "../contract.ts";
import { confirmationHours } from "../rules.ts";

/** An appointment that a reminder is to be planned for. */
export interface UnplannedReminder {
  readonly dealer_id: number;
  readonly location_id: number;
  readonly appointment_id: number;
  readonly starts_at: Date;
  readonly hours_before: number;
  readonly time_zone: string;
  readonly phone: string;
  readonly address: string;
}

/** Reminders planned for a location in one run; the next run continues. */
const mostPlanned = 2_000;

/** A location whose reminders are planned, or one of its appointments. */
export interface PlannedPlace extends LocationKey {
  readonly appointment_id?: number;
}

/** Coming appointments without a row for one of their location's reminders, of all businesses or `only` some. */
export async function unplannedReminders(db: Db, now: Date, only?: PlannedPlace): Promise<UnplannedReminder[]> {
  const atLocation = only && sql`and locations.dealer_id = ${only.dealer_id} and locations.id = ${only.location_id}`;
  const ofAppointment = only?.appointment_id !== undefined && sql`and a.id = ${only.appointment_id}`;
  const { rows } = await sql<UnplannedReminder>`
    select coming.dealer_id, coming.location_id, coming.id as appointment_id, coming.datetime as starts_at,
      steps.hours as hours_before, locations.time_zone, customers.phone, customers.address
    from locations
    left join reminder_settings s on s.dealer_id = locations.dealer_id and s.location_id = locations.id
    cross join lateral (values (coalesce(s.first_hours, ${initialSettings.first_hours})::int),
      (coalesce(s.second_hours, ${initialSettings.second_hours})::int)) as steps (hours)
    join lateral (
      select a.dealer_id, a.location_id, a.id, a.datetime, a.customer_id from appointments a
      where a.dealer_id = locations.dealer_id and a.location_id = locations.id and a.status = 0
        ${ofAppointment || sql``}
        and a.datetime > ${now} and a.datetime <= ${now}::timestamptz + make_interval(hours => steps.hours + 36)
        and not exists (select from appointment_reminders r where r.dealer_id = a.dealer_id
          and r.appointment_id = a.id and r.starts_at = a.datetime and r.hours_before = steps.hours)
      order by a.datetime limit ${sql.lit(mostPlanned)}
    ) as coming on true
    join lateral (select customers.phone, customers.address from customers
      where customers.dealer_id = coming.dealer_id and customers.id = coming.customer_id limit 1) as customers on true
    where coalesce(s.is_on, ${initialSettings.is_on}) = 1 and locations.dealer_id <> 0 and steps.hours > 0
      ${atLocation ?? sql``}`.execute(db);
  return rows;
}

export interface PlannedReminder {
  readonly dealer_id: number;
  readonly location_id: number;
  readonly appointment_id: number;
  readonly starts_at: Date;
  readonly hours_before: number;
  readonly send_at: Date;
  readonly state: "waiting" | "skipped";
  readonly reason: "" | "late" | "quiet";
}

/** Stores what is planned. @returns what is to be sent, and when. */
export async function insertPlanned(db: Db, planned: readonly PlannedReminder[]): Promise<WaitingReminder[]> {
  if (planned.length === 0) return [];
  const { rows } = await sql<WaitingReminder & { state: string }>`
    insert into appointment_reminders
      (dealer_id, location_id, appointment_id, starts_at, hours_before, send_at, state, reason)
    select dealer_id, location_id, appointment_id, starts_at, hours_before, send_at, state, reason
    from jsonb_to_recordset(${JSON.stringify(planned)}::jsonb) as planned (dealer_id bigint, location_id bigint,
      appointment_id bigint, starts_at timestamptz, hours_before smallint, send_at timestamptz, state text, reason text)
    on conflict do nothing returning dealer_id, id as reminder_id, send_at, state`.execute(db);
  return rows.flatMap(({ state, ...reminder }) => (state === "waiting" ? reminder : []));
}

export interface ReminderKey {
  readonly dealer_id: number;
  readonly reminder_id: number;
}

interface WaitingReminder extends ReminderKey {
  readonly send_at: Date;
}

/** Reminders whose time has come, of all businesses or `only` of a location. */
export async function dueReminders(db: Db, now: Date, only?: LocationKey): Promise<ReminderKey[]> {
  return db
    .selectFrom("appointment_reminders")
    .$if(only !== undefined, (rows) =>
      rows.where("dealer_id", "=", only?.dealer_id ?? 0).where("location_id", "=", only?.location_id ?? 0),
    )
    .where("state", "=", sql.lit("waiting"))
    .where("send_at", "<=", now)
    .select(["dealer_id", "id as reminder_id"])
    .orderBy("send_at")
    .limit(5_000)
    .execute();
}

/** Removes what was kept of appointments that began before. */
export async function removeOldReminders(db: Db, before: Date): Promise<void> {
  await sql`delete from appointment_reminders where starts_at < ${before}`.execute(db);
}

/** A reminder that waits, with the facts that it depends on. */
export interface LockedReminder extends LocationKey {
  readonly id: number;
  readonly appointment_id: number;
  readonly starts_at: Date;
  readonly hours_before: number;
  readonly customer_id: number;
  /** The appointment is pending, at the time that the reminder is about. */
  readonly isCurrent: boolean;
  readonly isConfirmed: boolean;
  readonly customer: { readonly phone: string; readonly address: string } | null;
  readonly time_zone: string;
  readonly business_name: string;
}

/**
 * Locks a reminder and its appointment. A confirmation is about the time as it is by then.
 *
 * @returns undefined when it was sent or skipped, or the appointment was deleted.
 */
export async function lockWaiting(db: Db, { dealer_id, reminder_id }: ReminderKey) {
  const { rows } = await sql<LockedReminder>`
    select r.dealer_id, r.location_id, r.id, r.appointment_id, r.hours_before, a.customer_id,
      case when r.hours_before = ${confirmationHours} then a.datetime else r.starts_at end as starts_at,
      a.status = 0 and (a.datetime = r.starts_at or r.hours_before = ${confirmationHours}) as "isCurrent", a.confirmed_at is not null as "isConfirmed",
      case when customers.deleted_at is null
        then json_build_object('phone', customers.phone, 'address', customers.address) end as customer,
      locations.time_zone, dealers.business_name
    from appointment_reminders r
    join appointments a on a.dealer_id = r.dealer_id and a.id = r.appointment_id
    join customers on customers.dealer_id = a.dealer_id and customers.id = a.customer_id
    join locations on locations.dealer_id = r.dealer_id and locations.id = r.location_id
    join dealers on dealers.id = r.dealer_id
    where r.dealer_id = ${dealer_id} and r.id = ${reminder_id} and r.state = 'waiting'
    for update of r for share of a`.execute(db);
  return rows[0];
}

interface ReminderChange {
  readonly state?: "sent" | "skipped";
  readonly reason?: ReminderReason;
  readonly send_at?: Date;
  readonly sent_at?: Date;
  readonly starts_at?: Date;
  readonly answer?: "confirm" | "change";
  readonly answered_at?: Date;
}

export async function changeReminder(db: Db, { dealer_id, reminder_id }: ReminderKey, change: ReminderChange) {
  const reminder = db.updateTable("appointment_reminders").set(change).where("dealer_id", "=", dealer_id);
  await reminder.where("id", "=", reminder_id).execute();
}

/** The reminders of one of the location's appointments, at its present time; undefined when there is no such appointment. */
export async function remindersOf(db: Db, { dealer_id, location_id }: LocationKey, id: number) {
  const appointment = await db
    .selectFrom("appointments")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .select("datetime")
    .executeTakeFirst();
  if (!appointment) return undefined;
  return db
    .selectFrom("appointment_reminders")
    .where("dealer_id", "=", dealer_id)
    .where("appointment_id", "=", id)
    .where("starts_at", "=", appointment.datetime)
    .orderBy("hours_before", "desc")
    .select(["hours_before", "send_at", "sent_at"])
    .select(sql<AppointmentReminder["state"]>`state`.as("state"))
    .select(sql<AppointmentReminder["reason"]>`reason`.as("reason"))
    .execute();
}

/** When a pending appointment begins; undefined for one that was deleted. */
export async function startOf(db: Db, { dealer_id, location_id }: LocationKey, id: number): Promise<Date | undefined> {
  const appointment = db.selectFrom("appointments").where("dealer_id", "=", dealer_id);
  const pending = appointment.where("location_id", "=", location_id).where("id", "=", id).where("status", "=", 0);
  return (await pending.select("datetime").executeTakeFirst())?.datetime;
}

/** A reminder that a customer may be answering. */
export interface AnsweredReminder {
  readonly id: number;
  readonly appointment_id: number;
  readonly starts_at: Date;
  readonly time_zone: string;
  readonly language: ReminderLanguage;
}

/**
 * The newest reminder that the customer got since, of an appointment that is still to come, and that they haven't given
 * this answer to. Locks it with its appointment.
 */
export async function lockAnswered(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  { customer_id, answer, since, now }: { customer_id: number; answer: string; since: Date; now: Date },
): Promise<AnsweredReminder | undefined> {
  const { rows } = await sql<AnsweredReminder>`
    select r.id, r.appointment_id, r.starts_at, locations.time_zone, coalesce(s.language, 'en') as language
    from appointments a
    join appointment_reminders r on r.dealer_id = a.dealer_id and r.appointment_id = a.id and r.starts_at = a.datetime
    join locations on locations.dealer_id = a.dealer_id and locations.id = a.location_id
    left join reminder_settings s on s.dealer_id = a.dealer_id and s.location_id = a.location_id
    where a.dealer_id = ${dealer_id} and a.location_id = ${location_id} and a.customer_id = ${customer_id}
      and a.status = 0 and a.datetime > ${now} and r.sent_at > ${since} and r.answer is distinct from ${answer}
    order by r.sent_at desc, r.id desc limit 1
    for update of r, a`.execute(db);
  return rows[0];
}

/** True when the customer wrote again after a message. */
export async function hasWrittenSince(db: Db, dealer_id: number, chat_id: number, message_id: number) {
  const later = db.selectFrom("messages").where("dealer_id", "=", dealer_id).where("chat_id", "=", chat_id);
  const found = await later
    .where("id", ">", message_id)
    .where("is_from_customer", "=", 1)
    .select("id")
    .limit(1)
    .execute();
  return found.length > 0;
}

/** The defaults, until the location changes them. */
const initialSettings: ReminderSettings = { is_on: 1, first_hours: 24, second_hours: 1, language: "en", confirms: 0 };

/** A location's settings. */
export async function reminderSettingsOf(db: Db, { dealer_id, location_id }: LocationKey): Promise<ReminderSettings> {
  const row = await db
    .selectFrom("reminder_settings")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .select(["is_on", "first_hours", "second_hours", "language", "confirms"])
    .executeTakeFirst();
  return (row as ReminderSettings | undefined) ?? initialSettings;
}

export async function saveReminderSettings(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  settings: ReminderSettings,
): Promise<void> {
  await db
    .insertInto("reminder_settings")
    .values({ dealer_id, location_id, ...settings })
    .onConflict((conflict) => conflict.columns(["dealer_id", "location_id"]).doUpdateSet(settings))
    .execute();
}
