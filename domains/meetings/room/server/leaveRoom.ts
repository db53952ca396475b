import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { publishNews } from "./publishNews.ts";
import { deleteSeats, type RoomKey, seatsOf } from "./seatStore.ts";
import { withToken } from "./withToken.ts";

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
