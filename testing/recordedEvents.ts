import type { EventPosition } from "#core/event.ts";
import { type Realtime, type Room, roomName } from "#ports/realtime/realtime.ts";

interface PublishedEvent {
  readonly room: string;
  readonly event: string;
  readonly payload: unknown;
  readonly mark?: EventPosition;
}

/** A realtime port that records what was published to which room. */
export interface RecordedEvents extends Realtime {
  readonly published: PublishedEvent[];
  readonly disconnected: number[];
  /** The rooms with at least one connection. */
  readonly occupiedRooms: Room[];
  inRoom(room: Room): PublishedEvent[];
}

export function createRecordedEvents(): RecordedEvents {
  const heard: PublishedEvent[] = [];
  const disconnected: number[] = [];
  const peopled: Room[] = [];
  return {
    published: heard,
    disconnected,
    occupiedRooms: peopled,
    isAnyoneIn: async (room) => peopled.some((one) => roomName(one) === roomName(room)),
    inRoom: (room) => heard.filter((one) => one.room === roomName(room)),
    publish: (room, event, payload, mark) => {
      const entry = { room: roomName(room), event, payload };
      // Not enumerable, so that tests don't compare it.
      if (mark) Object.defineProperty(entry, "mark", { value: mark });
      heard.push(entry);
    },
    disconnect: (session_id) => void disconnected.push(session_id),
    attach: async () => {},
    release: () => {},
    stop: async () => {},
  };
}
