import { sql } from "kysely";
import { preparedStatement } from "#core/server/preparedStatement.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { AppointmentStatus } from "#domains/appointments/contract.ts";
import type { CallSignal } from "../contract.ts";

export interface RoomKey {
  readonly dealer_id: number;
  readonly appointment_id: number;
}

/** What decides whether a meeting's room is open. */
export interface RoomRow {
  readonly location_id: number;
  readonly datetime: Date;
  readonly ends_at: Date;
  readonly status: AppointmentStatus;
  readonly started_at: Date | null;
  readonly joined_at: Date | null;
  readonly host_joined_at: Date | null;
  readonly link_version: number;
}

export interface SeatRow {
  readonly id: number;
  readonly user_id: number | null;
  readonly state: "in" | "waiting";
  readonly entered_at: Date;
  readonly seen_at: Date;
}

/** A virtual meeting without a link of its host's; undefined for any other, and for one that was canceled. */
export async function roomOf(db: Db, { dealer_id, appointment_id }: RoomKey): Promise<RoomRow | undefined> {
  const { rows } = await sql<RoomRow>`${preparedStatement}
    select a.location_id, a.datetime, appointment_end(a.datetime, a.duration) as ends_at, a.status,
      m.started_at, m.joined_at, m.host_joined_at, coalesce(m.link_version, 1) as link_version
    from appointments a left join meetings m on m.dealer_id = a.dealer_id and m.appointment_id = a.id
    where a.dealer_id = ${dealer_id} and a.id = ${appointment_id} and a.type = 1 and coalesce(m.url, '') = ''`.execute(
    db,
  );
  return rows[0];
}

/** Lets those who come in, or are let in, do so one after the other. The meeting's row must be present. */
export async function lockRoom(db: Db, { dealer_id, appointment_id }: RoomKey): Promise<void> {
  await db
    .selectFrom("meetings")
    .where("dealer_id", "=", dealer_id)
    .where("appointment_id", "=", appointment_id)
    .select("appointment_id")
    .forUpdate()
    .execute();
}

const seats = (db: Db, { dealer_id, appointment_id }: RoomKey) =>
  db
    .selectFrom("meeting_seats")
    .where("dealer_id", "=", dealer_id)
    .where("appointment_id", "=", appointment_id)
    .select(["id", "user_id", "state", "entered_at", "seen_at", "token_hash"]);

export interface KnownSeat extends SeatRow {
  readonly token_hash: Buffer;
}

/** Everyone at a meeting's room, in the order in which they came. */
export async function seatsOf(db: Db, room: RoomKey): Promise<readonly KnownSeat[]> {
  return (await seats(db, room).orderBy("id").execute()) as KnownSeat[];
}

/** A guest's seat at this room, by its token. */
export async function guestSeatByToken(db: Db, room: RoomKey, token_hash: Buffer): Promise<number | undefined> {
  const own = seats(db, room).where("user_id", "is", null).where("token_hash", "=", token_hash);
  return (await own.clearSelect().select("id").executeTakeFirst())?.id;
}

export async function insertSeat(
  db: Db,
  { dealer_id, appointment_id }: RoomKey,
  seat: Omit<KnownSeat, "id" | "entered_at" | "seen_at">,
  now: Date,
): Promise<void> {
  await db
    .insertInto("meeting_seats")
    .values({ dealer_id, appointment_id, ...seat, entered_at: now, seen_at: now })
    .execute();
}

const byId = (dealer_id: number, ids: readonly number[]) =>
  sql<boolean>`dealer_id = ${dealer_id} and id = any(${[...ids]}::bigint[])`;

export async function deleteSeats(db: Db, dealer_id: number, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom("meeting_seats").where(byId(dealer_id, ids)).execute();
}

export async function changeSeats(
  db: Db,
  dealer_id: number,
  ids: readonly number[],
  change: { readonly state?: SeatRow["state"]; readonly seen_at?: Date },
): Promise<void> {
  if (ids.length > 0) await db.updateTable("meeting_seats").set(change).where(byId(dealer_id, ids)).execute();
}

/** Keeps signals for a seat, in order, unless too many wait for it already. @returns whether they were kept. */
export async function insertSignals(
  db: Db,
  dealer_id: number,
  { from_seat_id, seat_id }: { readonly from_seat_id: number; readonly seat_id: number },
  signals: readonly CallSignal[],
  most: number,
): Promise<boolean> {
  const waiting = await db
    .selectFrom("meeting_signals")
    .where("dealer_id", "=", dealer_id)
    .where("seat_id", "=", seat_id)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirst();
  if (Number(waiting?.count ?? 0) + signals.length > most) return false;
  const rows = signals.map((signal) => ({ dealer_id, seat_id, from_seat_id, signal: JSON.stringify(signal) }));
  await db.insertInto("meeting_signals").values(rows).execute();
  return true;
}

/** The signals of one seat for another, after those that have arrived, which are deleted. */
export async function takeSignals(
  db: Db,
  dealer_id: number,
  { from_seat_id, seat_id }: { readonly from_seat_id: number; readonly seat_id: number },
  after: number,
): Promise<{ id: number; signal: CallSignal }[]> {
  const own = sql<boolean>`dealer_id = ${dealer_id} and seat_id = ${seat_id}`;
  if (after > 0) await db.deleteFrom("meeting_signals").where(own).where("id", "<=", after).execute();
  const rows = await db
    .selectFrom("meeting_signals")
    .where(own)
    .where("from_seat_id", "=", from_seat_id)
    .where("id", ">", after)
    .orderBy("id")
    .select(["id", "signal"])
    .execute();
  return rows.map(({ id, signal }) => ({ id, signal: signal as unknown as CallSignal }));
}

/** Forgets what was on its way to these seats. */
export async function deleteSignalsTo(db: Db, dealer_id: number, seat_ids: readonly number[]): Promise<void> {
  const theirs = sql<boolean>`dealer_id = ${dealer_id} and seat_id = any(${[...seat_ids]}::bigint[])`;
  await db.deleteFrom("meeting_signals").where(theirs).execute();
}

/** Forgets those who were not heard of since, of all businesses. */
export async function deleteSeatsUnseenSince(db: Db, since: Date): Promise<void> {
  await db.deleteFrom("meeting_seats").where("seen_at", "<", since).execute();
}
