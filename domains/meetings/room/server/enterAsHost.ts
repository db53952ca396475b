import { Failure } from "#core/failure.ts";
import { newToken } from "#core/server/token.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { phaseOf } from "../../rules.ts";
import { beginMeeting } from "../../server/beginMeeting.ts";
import { saveMeeting } from "../../server/store.ts";
import { isPresent, mayStay } from "../rules.ts";
import { publishNews } from "./publishNews.ts";
import { deleteSeats, insertSeat, lockRoom, type RoomKey, type RoomRow, seatsOf } from "./seatStore.ts";

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
