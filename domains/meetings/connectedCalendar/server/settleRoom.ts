import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { EventRoom } from "#ports/calendar/calendar.ts";
import { meetingEvents } from "../../contract.ts";
import { isMeetingUrl } from "../../fields.ts";
import { type EventKey, saveRoom, updateEvent } from "./eventStore.ts";

export interface RoomOwner extends EventKey {
  readonly location_id: number;
}

/** Keeps what became of a room, and gives its address to the meeting. */
export async function settleRoom(unit: UnitOfWork, owner: RoomOwner, room: EventRoom): Promise<void> {
  const isReady = room.state === "ready" && isMeetingUrl(room.url);
  // An event without a room, or with one that no browser may be led to, has none to give.
  const state = isReady ? "ready" : room.state === "pending" ? "pending" : "failed";
  await updateEvent(unit.db, owner, { room: state });
  if (isReady) await saveRoom(unit.db, owner, room.url);
  if (state !== "pending") publishMeeting(unit, owner);
}

export const publishMeeting = ({ publish }: UnitOfWork, { dealer_id, location_id, appointment_id }: RoomOwner) =>
  publish(meetingEvents.changed, { target_id: appointment_id }, { dealer_id, location_id });
