import { Failure } from "#core/failure.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { RoomExchange, RoomNews } from "../contract.ts";
import { isPresent, markOf, maxWaitingSignals, mayStay } from "../rules.ts";
import { publishNews } from "./publishNews.ts";
import {
  changeSeats,
  insertSignals,
  type KnownSeat,
  type RoomKey,
  type RoomRow,
  seatsOf,
  takeSignals,
} from "./seatStore.ts";
import { withToken } from "./withToken.ts";

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
