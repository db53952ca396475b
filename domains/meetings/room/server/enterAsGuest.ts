import { newToken } from "#core/server/token.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { meetingEvents } from "../../contract.ts";
import { phaseOf } from "../../rules.ts";
import { saveMeeting } from "../../server/store.ts";
import { isPresent, mayStay, placeOfGuest } from "../rules.ts";
import { publishNews } from "./publishNews.ts";
import {
  changeSeats,
  deleteSeats,
  insertSeat,
  type KnownSeat,
  lockRoom,
  type RoomKey,
  type RoomRow,
  seatsOf,
} from "./seatStore.ts";
import { withToken } from "./withToken.ts";

export type GuestPlace =
  | { readonly state: "early" | "over" | "full" }
  | { readonly state: "in" | "waiting"; readonly seat: string };

/** A seat for whoever opened the customer's link; one that their browser had before keeps its place. */
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
  // Nobody keeps a place that somebody else has now.
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

/** Whoever was in comes back in, unless somebody else is by now. */
function placeAgain(former: KnownSeat | undefined, others: readonly KnownSeat[], now: Date): "in" | undefined {
  const isTaken = others.some((seat) => seat.state === "in" && isPresent(seat, now));
  return former?.state === "in" && !isTaken ? "in" : undefined;
}

const inside = (seats: readonly KnownSeat[]) => seats.filter(({ state }) => state === "in").map(({ id }) => id);
