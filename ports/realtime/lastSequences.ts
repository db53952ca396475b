import type { Server, Socket } from "socket.io";
import { type EventPosition, lastSequencesEvent } from "#core/event.ts";
import type { Log } from "../log.ts";
import { type ConnectedSession, type RealtimeGate, roomName, type SequencedRoom } from "./realtime.ts";

type ServerEvents = Record<string, (payload: unknown, mark?: EventPosition) => void>;
interface SocketData {
  connected: ConnectedSession;
}
export type RooftopSocket = Socket<Record<string, never>, ServerEvents, object, SocketData>;
export type RooftopServer = Server<Record<string, never>, ServerEvents, object, SocketData>;

/** The connection's rooms whose events are numbered. */
export function sequencedRoomsOf({ dealer_id, user_id, location_ids }: ConnectedSession): SequencedRoom[] {
  return [
    { kind: "dealer", dealer_id },
    { kind: "user", dealer_id, user_id },
    ...location_ids.map((location_id) => ({ kind: "location", dealer_id, location_id }) as const),
  ];
}

/**
 * Sends a browser that has just joined its rooms their last sequence numbers, so it can fetch what it missed. If that
 * fails the connection is useless, so it is closed and the browser reconnects.
 */
export async function sendLastSequences(socket: RooftopSocket, gate: RealtimeGate, log: Log): Promise<void> {
  if (!gate.lastSequences) return;
  const rooms = sequencedRoomsOf(socket.data.connected);
  try {
    const seqs = await gate.lastSequences(rooms);
    const lastSequences = Object.fromEntries(rooms.map(({ kind }, index) => [kind, seqs[index] ?? 0]));
    socket.emit(lastSequencesEvent, { dealer: 0, location: 0, user: 0, ...lastSequences });
  } catch (error) {
    log.warn({ err: error }, "could not send a browser its last event numbers");
    socket.disconnect(true);
  }
}

/**
 * Returns a function that sends this node's browsers the last sequence numbers that changed since the previous call.
 * It reveals events that never arrived here: their node died after the commit, or the nodes were disconnected.
 */
export function createLastSequencesBroadcast(io: RooftopServer, gate: RealtimeGate, log: Log): () => Promise<void> {
  let lastSent = new Map<string, number>();
  async function broadcastChanges(heads: NonNullable<RealtimeGate["lastSequences"]>): Promise<void> {
    const rooms = new Map<string, SequencedRoom>();
    for (const { data } of io.of("/").sockets.values()) {
      for (const room of sequencedRoomsOf(data.connected)) rooms.set(roomName(room), room);
    }
    const seqs = rooms.size > 0 ? await heads([...rooms.values()]) : [];
    const current = new Map([...rooms.keys()].map((name, index) => [name, seqs[index] ?? 0]));
    for (const [name, { kind }] of rooms) {
      const seq = current.get(name);
      if (seq && lastSent.get(name) !== seq) io.local.to(name).emit(lastSequencesEvent, { [kind]: seq });
    }
    lastSent = current;
  }

  return async () => {
    if (!gate.lastSequences) return;
    await broadcastChanges(gate.lastSequences).catch((error: unknown) =>
      log.warn({ err: error }, "could not read the last event numbers"),
    );
  };
}
