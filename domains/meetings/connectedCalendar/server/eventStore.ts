import { sql } from "kysely";
import type { LocationKey, PersonKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { RoomState } from "../fields.ts";

/** Which event: of one member's appointment. */
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

/** The member's events whose room is still on its way. */
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
