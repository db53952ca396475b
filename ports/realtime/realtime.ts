/** The port to the browsers that are connected right now. */

import type { Mark } from "#core/event.ts";

/** Where an event goes. Rooms are joined on the server, from the session; a browser can't ask for one. */
export type Room =
  | { readonly kind: "dealer"; readonly dealer_id: number }
  | { readonly kind: "location"; readonly dealer_id: number; readonly location_id: number }
  | { readonly kind: "user"; readonly dealer_id: number; readonly user_id: number }
  | { readonly kind: "session"; readonly session_id: number };

/** Who is behind a connection, as its session says. */
export interface Connected {
  readonly session_id: number;
  readonly dealer_id: number;
  readonly user_id: number;
  /** The locations whose events it hears. */
  readonly location_ids: readonly number[];
}

export interface RealtimeGate {
  /** The last numbers of each of these rooms, in their order. */
  heads?(rooms: readonly MarkedRoom[]): Promise<readonly number[]>;
  /** The person behind a token, or undefined. `location_id` is the acting location that the browser names. */
  admit(token: string, location_id: number | undefined): Promise<Connected | undefined>;
  /** Of these sessions, the ones that have ended. Asked every few seconds. */
  ended(session_ids: readonly number[]): Promise<readonly number[]>;
}

export type MarkedRoom = Exclude<Room, { readonly kind: "session" }>;

export interface Realtime {
  /** Sends an event to everyone in a room, on every node. Never throws: who missed it fetches it later. */
  tell(room: Room, event: string, payload: unknown, mark?: Mark): void;
  /**
   * True when somebody is connected in a room, on whichever node.
   *
   * @throws Error when a node does not answer, so that nobody knows.
   */
  isAnyoneIn(room: Room): Promise<boolean>;
  /** Closes a session's connections at once, on every node. */
  disconnect(session_id: number): void;
  /** Connects to the web server. Called once, before it listens. */
  attach(server: import("node:http").Server, gate: RealtimeGate): Promise<void>;
  stop(): Promise<void>;
}

export function roomName(room: Room): string {
  switch (room.kind) {
    case "dealer":
      return `dealer:${room.dealer_id}`;
    case "location":
      return `dealer:${room.dealer_id}:location:${room.location_id}`;
    case "user":
      return `dealer:${room.dealer_id}:user:${room.user_id}`;
    case "session":
      return `session:${room.session_id}`;
  }
}
