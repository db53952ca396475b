import { type Realtime, type Room, roomName } from "#ports/realtime/realtime.ts";

interface Heard {
  readonly room: string;
  readonly event: string;
  readonly payload: unknown;
}

/** A realtime port that remembers what was told to whom. */
export interface HeardEvents extends Realtime {
  readonly heard: Heard[];
  readonly disconnected: number[];
  in(room: Room): Heard[];
}

export function createHeardEvents(): HeardEvents {
  const heard: Heard[] = [];
  const disconnected: number[] = [];
  return {
    heard,
    disconnected,
    in: (room) => heard.filter((one) => one.room === roomName(room)),
    tell: (room, event, payload) => void heard.push({ room: roomName(room), event, payload }),
    disconnect: (session_id) => void disconnected.push(session_id),
    attach: async () => {},
    stop: async () => {},
  };
}
