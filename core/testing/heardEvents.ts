import type { Mark } from "#core/event.ts";
import { type Realtime, type Room, roomName } from "#ports/realtime/realtime.ts";

interface Heard {
  readonly room: string;
  readonly event: string;
  readonly payload: unknown;
  readonly mark?: Mark;
}

/** A realtime port that remembers what was told to whom. */
export interface HeardEvents extends Realtime {
  readonly heard: Heard[];
  readonly disconnected: number[];
  /** The rooms in which somebody is connected. */
  readonly peopled: Room[];
  in(room: Room): Heard[];
}

export function createHeardEvents(): HeardEvents {
  const heard: Heard[] = [];
  const disconnected: number[] = [];
  const peopled: Room[] = [];
  return {
    heard,
    disconnected,
    peopled,
    isAnyoneIn: async (room) => peopled.some((one) => roomName(one) === roomName(room)),
    in: (room) => heard.filter((one) => one.room === roomName(room)),
    tell: (room, event, payload, mark) => {
      const told = { room: roomName(room), event, payload };
      // Not part of what tests compare.
      if (mark) Object.defineProperty(told, "mark", { value: mark });
      heard.push(told);
    },
    disconnect: (session_id) => void disconnected.push(session_id),
    attach: async () => {},
    stop: async () => {},
  };
}
