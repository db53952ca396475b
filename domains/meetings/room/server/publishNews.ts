import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { meetingRoomEvents } from "../contract.ts";
import { roomWakes } from "./roomWakes.ts";
import type { RoomKey, SeatRow } from "./seatStore.ts";

/** Has the browsers at a room look for news once this is committed: the hosts by an event, the customer's by their waiting request. */
export function publishNews(unit: UnitOfWork, room: RoomKey, seats: readonly SeatRow[]): void {
  const { dealer_id, appointment_id } = room;
  const hosts = new Set(seats.flatMap(({ user_id }) => user_id ?? []));
  for (const user_id of hosts)
    unit.publish(meetingRoomEvents.changed, { target_id: appointment_id }, { dealer_id, user_id });
  unit.afterCommit(() => roomWakes.wake(room));
}
