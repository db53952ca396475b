import { Failure, orNotFound } from "#core/failure.ts";
import type { LocationScope } from "#core/people.ts";
import type { Handlers } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { customerById } from "#domains/customers/server/public.ts";
import { type MeetingRow, meetingById, memberName } from "#domains/meetings/server/store.ts";
import type { meetingRoom } from "../contract.ts";
import { enterAsHost, exchangeNews, leaveRoom, publishNews } from "./seats.ts";
import { changeSeats, deleteSignalsTo, lockRoom, type RoomKey, roomOf, seatsOf } from "./store.ts";

const notHere = "This meeting doesn't take place in Rooftop's video room.";

const keyOf = ({ dealer_id }: LocationScope, appointment_id: number): RoomKey => ({ dealer_id, appointment_id });

/** A meeting of the acting location; those of others are absent. */
async function meetingOf(db: Db, scope: LocationScope, id: number): Promise<MeetingRow> {
  const meeting = orNotFound(await meetingById(db, scope, id));
  if (meeting.type !== 1 || meeting.url !== "") throw new Failure("conflict", notHere);
  return meeting;
}

/** Its room, which knows only whether it is open; undefined once the meeting has another place or was canceled. */
async function ownRoom(db: Db, scope: LocationScope, id: number) {
  const room = await roomOf(db, keyOf(scope, id));
  return room?.location_id === scope.location_id ? room : undefined;
}

export const meetingRoomHandlers: Handlers<typeof meetingRoom> = {
  async show({ db, scope, iceServers }, { params: { id } }) {
    const { title, datetime, ends_at, customer_id, customer_name } = await meetingOf(db, scope, id);
    const customer = await customerById(db, scope, customer_id);
    const who = { customer_name, customer_phone: customer?.phone ?? "" };
    return { id, title, datetime, ends_at, ...who, is_room_local: iceServers.length === 0 };
  },

  async enter(context, { params: { id } }) {
    const { db, scope, who, iceServers } = context;
    await meetingOf(db, scope, id);
    const room = orNotFound(await ownRoom(db, scope, id));
    const nameOf = (user_id: number) => memberName(db, scope.dealer_id, user_id);
    const seat = await enterAsHost(context, keyOf(scope, id), room, { user_id: who.user_id, nameOf });
    return { seat, ice_servers: [...iceServers] };
  },

  async exchange(context, { params: { id }, body }) {
    const { db, scope, who } = context;
    const room = orNotFound(await ownRoom(db, scope, id));
    return exchangeNews(context, keyOf(scope, id), room, { user_id: who.user_id }, body);
  },

  async admit(context, { params: { id }, body: { guest_id } }) {
    const { db, scope, who } = context;
    await meetingOf(db, scope, id);
    const key = keyOf(scope, id);
    await lockRoom(db, key);
    const seats = await seatsOf(db, key);
    if (!seats.some(({ user_id }) => user_id === who.user_id))
      throw new Failure("conflict", "Enter the meeting first, then let people in.");
    const guests = seats.filter(({ user_id }) => user_id === null);
    const guest = orNotFound(guests.find((seat) => seat.id === guest_id));
    const inside = guests.filter(({ state }) => state === "in").map((seat) => seat.id);
    // What belongs to the call before would be taken for the new one's.
    await deleteSignalsTo(
      db,
      scope.dealer_id,
      seats.map((seat) => seat.id),
    );
    await changeSeats(db, scope.dealer_id, inside, { state: "waiting" });
    await changeSeats(db, scope.dealer_id, [guest.id], { state: "in" });
    publishNews(context, key, seats);
    return { id };
  },

  async leave(context, { params: { id }, body: { seat } }) {
    const { db, scope, who } = context;
    orNotFound(await meetingById(db, scope, id));
    await leaveRoom(context, keyOf(scope, id), who.user_id, seat);
    return { id };
  },
};
