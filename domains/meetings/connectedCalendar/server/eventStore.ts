import { sql } from "kysely";
import type { LocationKey, PersonKey } from "#core/people.ts";
import type { SqlFragment } from "#core/server/sqlFragment.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { RoomState } from "../fields.ts";
import { writingMs } from "../rules.ts";

/** Identifies the event that shows an appointment in a member's calendar. */
export interface EventKey extends PersonKey {
  readonly appointment_id: number;
}

const eventOf = (db: Db, { dealer_id, user_id, appointment_id }: EventKey) =>
  db
    .updateTable("calendar_events")
    .where("dealer_id", "=", dealer_id)
    .where("user_id", "=", user_id)
    .where("appointment_id", "=", appointment_id);

/** What is about to be written. */
export interface Writing {
  readonly location_id: number;
  readonly event_id: string;
  readonly asked: string;
  readonly asked_at: Date;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly room: RoomState;
  readonly room_requests: number;
  readonly room_at: Date | null;
}

export async function saveWriting(db: Db, { dealer_id, user_id, appointment_id }: EventKey, writing: Writing) {
  const row = { ...writing, state: "writing" };
  await db
    .insertInto("calendar_events")
    .values({ dealer_id, user_id, appointment_id, ...row })
    .onConflict((conflict) => conflict.columns(["dealer_id", "user_id", "appointment_id"]).doUpdateSet(row))
    .execute();
}

export interface EventChange {
  readonly state?: "writing" | "written" | "deleted" | "refused";
  readonly asked_at?: Date;
  readonly written?: string;
  readonly etag?: string;
  readonly room?: RoomState;
}

export async function updateEvent(db: Db, key: EventKey, change: EventChange): Promise<void> {
  await eventOf(db, key).set(change).execute();
}

export async function deleteEvent(db: Db, { dealer_id, user_id, appointment_id }: EventKey): Promise<void> {
  await db
    .deleteFrom("calendar_events")
    .where("dealer_id", "=", dealer_id)
    .where("user_id", "=", user_id)
    .where("appointment_id", "=", appointment_id)
    .execute();
}

/** When our own events are in a member's calendar, from an instant on. */
export async function ownSpans(db: Db, { dealer_id, user_id }: PersonKey, from: Date) {
  const rows = await db
    .selectFrom("calendar_events")
    .where("dealer_id", "=", dealer_id)
    .where("user_id", "=", user_id)
    .where("state", "in", ["writing", "written"])
    .where("ends_at", ">", from)
    .select(["starts_at as start", "ends_at as end"])
    .execute();
  return rows;
}

export interface WaitingRoom {
  readonly appointment_id: number;
  readonly location_id: number;
  readonly event_id: string;
  readonly room_at: Date;
}

/** The member's events whose room is still being created. */
export async function waitingRooms(db: Db, { dealer_id, user_id }: PersonKey): Promise<WaitingRoom[]> {
  const { rows } = await sql<WaitingRoom>`
    select appointment_id, location_id, event_id, coalesce(room_at, asked_at) as room_at from calendar_events
    where dealer_id = ${dealer_id} and user_id = ${user_id} and room = 'pending' and state = 'written'
    order by room_at limit 20`.execute(db);
  return rows;
}

/** Keeps the address of the room that came with an event. @returns false when the meeting doesn't want it any more. */
export async function saveRoom(
  db: Db,
  { dealer_id, appointment_id }: Pick<EventKey, "dealer_id" | "appointment_id">,
  url: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("meetings")
    .set({ url })
    .where("dealer_id", "=", dealer_id)
    .where("appointment_id", "=", appointment_id)
    .where("kind", "=", "meet")
    .where("url", "<>", url)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** How many of a member's coming events at a location were deleted by hand, or refused. */
export async function countLeftOut(db: Db, { dealer_id, location_id }: LocationKey, user_id: number, now: Date) {
  const { rows } = await sql<{ deleted: number; refused: number }>`
    select count(*) filter (where state = 'deleted')::int as deleted, count(*) filter (where state = 'refused')::int as refused
    from calendar_events where dealer_id = ${dealer_id} and location_id = ${location_id} and user_id = ${user_id}
      and ends_at > ${now}`.execute(db);
  return rows[0] ?? { deleted: 0, refused: 0 };
}

/** The members of a business whose calendars can be written into. */
export async function connectedMembers(db: Db, { dealer_id }: Pick<PersonKey, "dealer_id">): Promise<number[]> {
  const rows = await db
    .selectFrom("calendar_accounts")
    .where("dealer_id", "=", dealer_id)
    .where("state", "<>", "needs_access")
    .select("user_id")
    .limit(1000)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/**
 * Compares what should be written with what was written, so that no caller has to report changes. `c` is the connected
 * calendar, `a` the appointment, `e` the written event.
 */

const isHost = sql`(a.host_id = c.user_id or (a.host_id is null and a.created_by = c.user_id))`;

/** Everything that an event says. */
const fingerprint = sql`md5(jsonb_build_array(a.title, customers.customer_name, a.datetime, a.duration, a.type, a.place,
  place.title, place.time_zone, coalesce(m.kind, 'link'),
  case when m.kind = 'meet' then '' else coalesce(m.url, '') end)::text)`;

const stale = (now: Date) => new Date(now.getTime() - writingMs);
const aDayAgo = (now: Date) => new Date(now.getTime() - 24 * 60 * writingMs);

/** Appointments of the calendar's owner that are still to come and aren't there as they are. */
const dueWrites = (now: Date) => sql`
  from appointments a
  join customers on customers.dealer_id = a.dealer_id and customers.id = a.customer_id and customers.deleted_at is null
  join locations place on place.dealer_id = a.dealer_id and place.id = a.location_id
  left join meetings m on m.dealer_id = a.dealer_id and m.appointment_id = a.id
  left join calendar_events e on e.dealer_id = a.dealer_id and e.user_id = c.user_id and e.appointment_id = a.id
  where a.dealer_id = c.dealer_id and ${isHost} and a.status = 0
    and a.datetime > ${aDayAgo(now)} and appointment_end(a.datetime, a.duration) > ${now}
    and (e.appointment_id is null
      or (e.state = 'written' and not e.is_unwanted and e.written <> ${fingerprint})
      or (e.state = 'writing' and not e.is_unwanted and e.asked_at < ${stale(now)})
      or (e.state = 'refused' and e.asked <> ${fingerprint}))`;

/** Events whose appointment was canceled, reassigned or moved into the past, and those of erased people. */
const dueRemovals = (now: Date) => sql`
  from calendar_events e
  left join appointments a on a.dealer_id = e.dealer_id and a.id = e.appointment_id and ${isHost}
  where e.dealer_id = c.dealer_id and e.user_id = c.user_id
    and (e.state <> 'writing' or e.asked_at < ${stale(now)})
    and (a.id is null or e.is_unwanted or (e.ends_at > ${now} and a.datetime <= ${aDayAgo(now)}))`;

const roomsDue = sql`from calendar_events e
  where e.dealer_id = c.dealer_id and e.user_id = c.user_id and e.room = 'pending' and e.state = 'written'`;

const ofPerson = ({ dealer_id, user_id }: PersonKey) => sql`c.dealer_id = ${dealer_id} and c.user_id = ${user_id}`;

/** An appointment that is to be written, with what was known of it before. */
export interface DueWrite {
  readonly appointment_id: number;
  readonly location_id: number;
  readonly title: string;
  readonly customer_name: string;
  readonly phone: string;
  readonly type: 0 | 1;
  readonly place: string;
  readonly location: string;
  readonly zone: string;
  readonly url: string;
  readonly wants_room: boolean;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly asked: string;
  /** Null for one that was never taken up. */
  readonly event_id: string | null;
  readonly etag: string | null;
  readonly room: string | null;
  readonly room_requests: number | null;
}

/** The member's next appointment to write; undefined when all of them are there. */
export async function nextWrite(db: Db, person: PersonKey, now: Date): Promise<DueWrite | undefined> {
  const { rows } = await sql<DueWrite>`
    select due.* from calendar_accounts c cross join lateral (
      select a.id as appointment_id, a.location_id, a.title, customers.customer_name, customers.phone, a.type, a.place,
        place.title as location, place.time_zone as zone,
        case when m.kind = 'meet' then '' else coalesce(m.url, '') end as url,
        a.type = 1 and coalesce(m.kind, 'link') = 'meet' as wants_room, a.datetime as starts_at,
        appointment_end(a.datetime, a.duration) as ends_at, ${fingerprint} as asked, e.event_id, e.etag, e.room, e.room_requests
      ${dueWrites(now)} order by a.datetime, a.id limit 1) due
    where ${ofPerson(person)}`.execute(db);
  return rows[0];
}

export interface DueRemoval {
  readonly appointment_id: number;
  readonly event_id: string;
  readonly state: string;
}

/** The member's next event to take out. */
export async function nextRemoval(db: Db, person: PersonKey, now: Date): Promise<DueRemoval | undefined> {
  const { rows } = await sql<DueRemoval>`
    select due.* from calendar_accounts c cross join lateral (
      select e.appointment_id, e.event_id, e.state ${dueRemovals(now)} order by e.asked_at limit 1) due
    where ${ofPerson(person)}`.execute(db);
  return rows[0];
}

/** Connected calendars with something to do, of people who are still there, at one business or all. */
export async function dueCalendars(db: Db, now: Date, dealer_id?: number): Promise<PersonKey[]> {
  const isAny = (from: SqlFragment) => sql`exists (select ${from})`;
  const { rows } = await sql<PersonKey>`
    select c.dealer_id, c.user_id from calendar_accounts c
    join users on users.dealer_id = c.dealer_id and users.id = c.user_id and users.is_active
    where c.state <> 'needs_access' and (c.wait_until is null or c.wait_until <= ${now})
      ${dealer_id === undefined ? sql`` : sql`and c.dealer_id = ${dealer_id}`}
      and (c.read_due_at <= ${now} or ${isAny(roomsDue)} or ${isAny(dueRemovals(now))} or ${isAny(dueWrites(now))})
    order by c.read_due_at limit 500`.execute(db);
  return rows;
}

/** Connected calendars of people who left. */
export async function calendarsOfDeparted(db: Db): Promise<PersonKey[]> {
  const { rows } = await sql<PersonKey>`
    select c.dealer_id, c.user_id from calendar_accounts c
    join users on users.dealer_id = c.dealer_id and users.id = c.user_id and not users.is_active limit 100`.execute(db);
  return rows;
}
