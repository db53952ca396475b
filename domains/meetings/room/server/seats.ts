import { Failure } from "#core/failure.ts";
import { hashToken, newToken } from "#core/server/token.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { meetingEvents } from "#domains/meetings/contract.ts";
import { phaseOf } from "#domains/meetings/rules.ts";
import { beginMeeting } from "#domains/meetings/server/nudge.ts";
import { saveMeeting } from "#domains/meetings/server/store.ts";
import { meetingRoomEvents, type RoomExchange, type RoomNews } from "../contract.ts";
import { isPresent, markOf, maxWaitingSignals, mayStay, placeOfGuest } from "../rules.ts";
import {
  changeSeats,
  deleteSeats,
  insertSeat,
  insertSignals,
  type KnownSeat,
  lockRoom,
  type RoomKey,
  type RoomRow,
  type SeatRow,
  seatsOf,
  takeSignals,
} from "./store.ts";

const overText = "This meeting is over.";

/**
 * A seat for a member: the business has one, which the caller's other windows give up.
 *
 * @throws Failure `conflict` while a colleague is in, and once the meeting is over.
 */
export async function enterAsHost(
  unit: UnitOfWork,
  key: RoomKey,
  room: RoomRow,
  { user_id, nameOf }: { readonly user_id: number; readonly nameOf: (user_id: number) => Promise<string> },
): Promise<string> {
  const { db, now } = unit;
  const { dealer_id, appointment_id } = key;
  const location = { dealer_id, location_id: room.location_id };
  // The row that is locked has to be present.
  await saveMeeting(db, location, appointment_id, {});
  await lockRoom(db, key);
  const hosts = (await seatsOf(db, key)).filter((seat) => seat.user_id !== null);
  const own = hosts.some((seat) => seat.user_id === user_id);
  const isOpen = phaseOf(room, now()) !== "over" || (own && mayStay(room, now()));
  if (!isOpen) throw new Failure("conflict", overText);
  const colleague = hosts.find((seat) => seat.user_id !== user_id && isPresent(seat, now()));
  if (colleague?.user_id) {
    const name = (await nameOf(colleague.user_id)) || "A colleague";
    throw new Failure("conflict", `${name} is in this meeting. The room has one place for your team.`);
  }
  await deleteSeats(
    db,
    dealer_id,
    hosts.map(({ id }) => id),
  );
  const { token, token_hash } = newToken();
  await insertSeat(db, key, { user_id, token_hash, state: "in" }, now());
  if (room.started_at === null) await beginMeeting(unit, location, { appointment_id, user_id });
  if (room.host_joined_at === null) await saveMeeting(db, location, appointment_id, { host_joined_at: now() });
  publishNews(unit, key, []);
  return token;
}

export type GuestPlace =
  | { readonly state: "early" | "over" | "full" }
  | { readonly state: "in" | "waiting"; readonly seat: string };

/** A seat for the person who opened the customer's link; one that their browser had before keeps its place. */
export async function enterAsGuest(
  unit: UnitOfWork,
  key: RoomKey,
  room: RoomRow,
  formerToken: string | undefined,
): Promise<GuestPlace> {
  const { db, now } = unit;
  const { dealer_id, appointment_id } = key;
  const location = { dealer_id, location_id: room.location_id };
  await saveMeeting(db, location, appointment_id, {});
  await lockRoom(db, key);
  const seats = await seatsOf(db, key);
  const guests = seats.filter((seat) => seat.user_id === null);
  const former = formerToken === undefined ? undefined : withToken(guests, formerToken);
  const phase = phaseOf(room, now());
  if (phase !== "open" && !(former && mayStay(room, now()))) return { state: phase === "early" ? "early" : "over" };
  const others = guests.filter((seat) => seat !== former);
  const state = placeAgain(former, others, now()) ?? placeOfGuest(others, now());
  if (state === "full") return { state };
  // A taken seat is never shared.
  if (state === "in") await changeSeats(db, dealer_id, inside(others), { state: "waiting" });
  if (former) await deleteSeats(db, dealer_id, [former.id]);
  const { token, token_hash } = newToken();
  await insertSeat(db, key, { user_id: null, token_hash, state }, now());
  if (room.joined_at === null) {
    await saveMeeting(db, location, appointment_id, { joined_at: now() });
    unit.publish(meetingEvents.changed, { target_id: appointment_id }, location);
  }
  publishNews(unit, key, seats);
  return { state, seat: token };
}

/** The person who was in comes back in, unless someone else is by now. */
function placeAgain(former: KnownSeat | undefined, others: readonly KnownSeat[], now: Date): "in" | undefined {
  const isTaken = others.some((seat) => seat.state === "in" && isPresent(seat, now));
  return former?.state === "in" && !isTaken ? "in" : undefined;
}

const inside = (seats: readonly KnownSeat[]) => seats.filter(({ state }) => state === "in").map(({ id }) => id);

/** Gives up the seat with this token, which may be none anymore. */
export async function leaveRoom(unit: UnitOfWork, room: RoomKey, user_id: number | null, token: string): Promise<void> {
  const seats = await seatsOf(unit.db, room);
  const own = withToken(
    seats.filter((seat) => seat.user_id === user_id),
    token,
  );
  if (!own) return;
  await deleteSeats(unit.db, room.dealer_id, [own.id]);
  publishNews(unit, room, seats);
}

/** `RoomNews` as handlers answer it, with times as they are stored. */
export type RoomNewsRow = Omit<RoomNews, "waiting"> & { waiting: { id: number; entered_at: Date }[] };

const nothing = { peer: null, waiting: [], signals: [] };
const without = (state: "replaced" | "over"): RoomNewsRow => ({ state, ...nothing, mark: state });

/** Whose seats count: members have theirs on the business's side, guests on the customer's. */
export type Side = { readonly user_id: number } | "guest";

/**
 * Passes on what a browser sends to the other side of its own call, and answers with what the other side sent and who is present.
 * A token opens its own seat alone, at its own side of its own meeting.
 *
 * @throws Failure `tooMany` while the other side takes nothing.
 */
export async function exchangeNews(
  unit: UnitOfWork,
  key: RoomKey,
  room: RoomRow | undefined,
  side: Side,
  { seat: token, after, to, signals }: Pick<RoomExchange, "seat" | "after" | "to" | "signals">,
): Promise<RoomNewsRow> {
  const { db, now } = unit;
  if (!room || !mayStay(room, now())) return without("over");
  const seats = await seatsOf(db, key);
  const own = withToken(
    seats.filter(({ user_id }) => user_id === (side === "guest" ? null : side.user_id)),
    token,
  );
  if (!own) return without("replaced");
  const wasPresent = isPresent(own, now());
  await changeSeats(db, key.dealer_id, [own.id], { seen_at: now() });
  const peer = peerOf(seats, own);
  if (peer && peer.id === to && signals.length > 0) {
    const way = { from_seat_id: own.id, seat_id: peer.id };
    if (!(await insertSignals(db, key.dealer_id, way, signals, maxWaitingSignals)))
      throw new Failure("tooMany", undefined, { retryAfter: 5 });
    publishNews(unit, key, [peer]);
  } else if (!wasPresent) publishNews(unit, key, seats);
  const news = newsOf(seats, own, now());
  const arrived = peer ? await takeSignals(db, key.dealer_id, { from_seat_id: peer.id, seat_id: own.id }, after) : [];
  return { ...news, signals: arrived, mark: markOf(news) };
}

/** The one on the other side, for those who are in. */
function peerOf(seats: readonly KnownSeat[], own: KnownSeat): KnownSeat | undefined {
  if (own.state !== "in") return undefined;
  return seats.find(({ user_id, state }) => state === "in" && (user_id === null) !== (own.user_id === null));
}

function newsOf(seats: readonly KnownSeat[], own: KnownSeat, now: Date): Omit<RoomNewsRow, "signals" | "mark"> {
  const peer = peerOf(seats, own);
  const guests =
    own.user_id === null ? [] : seats.filter(({ user_id, state }) => user_id === null && state === "waiting");
  return {
    state: own.state,
    peer: peer ? { id: peer.id, is_present: isPresent(peer, now) } : null,
    waiting: guests.filter((seat) => isPresent(seat, now)).map(({ id, entered_at }) => ({ id, entered_at })),
  };
}

/** Has the browsers at a room look for news once this is committed: the hosts by an event, the customer's by their waiting request. */
export function publishNews(unit: UnitOfWork, room: RoomKey, seats: readonly SeatRow[]): void {
  const { dealer_id, appointment_id } = room;
  const hosts = new Set(seats.flatMap(({ user_id }) => user_id ?? []));
  for (const user_id of hosts)
    unit.publish(meetingRoomEvents.changed, { target_id: appointment_id }, { dealer_id, user_id });
  unit.afterCommit(() => roomWakes.wake(room));
}

const waiting = new Map<string, Set<() => void>>();

const nameOf = ({ dealer_id, appointment_id }: RoomKey) => `${dealer_id} ${appointment_id}`;

/** Requests of this process that wait for news of a room. Other nodes poll once a second. */
export const roomWakes = {
  /** Wakes every request that waits for a room's news. */
  wake(room: RoomKey): void {
    for (const look of waiting.get(nameOf(room)) ?? []) look();
  },

  /** Resolves when there may be news, or after a while. */
  wait(room: RoomKey, milliseconds: number, signal: AbortSignal): Promise<void> {
    const name = nameOf(room);
    const { promise, resolve } = Promise.withResolvers<void>();
    const looks = waiting.get(name) ?? new Set();
    waiting.set(name, looks.add(resolve));
    const timer = setTimeout(resolve, milliseconds);
    const stop = () => resolve();
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
    return promise.finally(() => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      looks.delete(resolve);
      if (looks.size === 0 && waiting.get(name) === looks) waiting.delete(name);
    });
  },
};

/** The seat with this token. */
function withToken(seats: readonly KnownSeat[], token: string): KnownSeat | undefined {
  const hash = hashToken(token);
  return seats.find(({ token_hash }) => hash.equals(token_hash));
}
