/** The port to the browsers that are currently connected. */

import type { EventPosition } from "#core/event.ts";

/** The recipients of an event. The server joins rooms based on the session; a browser can't request one. */
export type Room =
  | { readonly kind: "dealer"; readonly dealer_id: number }
  | { readonly kind: "location"; readonly dealer_id: number; readonly location_id: number }
  | { readonly kind: "user"; readonly dealer_id: number; readonly user_id: number }
  | { readonly kind: "session"; readonly session_id: number };

/** The person behind a connection, according to its session. */
export interface ConnectedSession {
  readonly session_id: number;
  readonly dealer_id: number;
  readonly user_id: number;
  /** The locations whose events it receives. */
  readonly location_ids: readonly number[];
}

export interface RealtimeGate {
  /** The last sequence number of each room, in the given order. */
  lastSequences?(rooms: readonly SequencedRoom[]): Promise<readonly number[]>;
  /** The person behind a token, or undefined. `location_id` is the acting location the browser requests. */
  authenticate(token: string, location_id: number | undefined): Promise<ConnectedSession | undefined>;
  /** Those of these sessions that have ended. Called every few seconds. */
  endedSessions(session_ids: readonly number[]): Promise<readonly number[]>;
}

export type SequencedRoom = Exclude<Room, { readonly kind: "session" }>;

export interface Realtime {
  /** Sends an event to everyone in a room, on every node. Never throws: whoever missed it fetches it later. */
  publish(room: Room, event: string, payload: unknown, position?: EventPosition): void;
  /**
   * True when anybody is connected in a room, on any node.
   *
   * @throws Error when a node does not answer, so the answer is unknown.
   */
  isAnyoneIn(room: Room): Promise<boolean>;
  /** Closes a session's connections immediately, on every node. */
  disconnect(session_id: number): void;
  /** Attaches to the web server. Called once, before it listens. */
  attach(server: import("node:http").Server, gate: RealtimeGate): Promise<void>;
  /** Has this process's browsers connect anew, elsewhere if they can. Events still go to those of other nodes. */
  release(): void;
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
