import type { Server, Socket } from "socket.io";
import { headsEvent, type Mark } from "#core/event.ts";
import type { Log } from "../log.ts";
import { type Connected, type MarkedRoom, type RealtimeGate, roomName } from "./realtime.ts";

type Told = Record<string, (payload: unknown, mark?: Mark) => void>;
interface Kept {
  connected: Connected;
}
export type RooftopSocket = Socket<Record<string, never>, Told, object, Kept>;
export type RooftopServer = Server<Record<string, never>, Told, object, Kept>;

/** The rooms of a connection whose events are numbered. */
export function markedRoomsOf({ dealer_id, user_id, location_ids }: Connected): MarkedRoom[] {
  return [
    { kind: "dealer", dealer_id },
    { kind: "user", dealer_id, user_id },
    ...location_ids.map((location_id) => ({ kind: "location", dealer_id, location_id }) as const),
  ];
}

/**
 * Tells a browser that has just joined its rooms where they stand: what came before, it asks for. Without it the
 * connection is of no use, so a browser that can't be told comes again.
 */
export async function sayHeads(socket: RooftopSocket, gate: RealtimeGate, log: Log): Promise<void> {
  if (!gate.heads) return;
  const rooms = markedRoomsOf(socket.data.connected);
  try {
    const seqs = await gate.heads(rooms);
    const heads = Object.fromEntries(rooms.map(({ kind }, at) => [kind, seqs[at] ?? 0]));
    socket.emit(headsEvent, { dealer: 0, location: 0, user: 0, ...heads });
  } catch (error) {
    log.warn({ err: error }, "a browser could not be told where its events stand");
    socket.disconnect(true);
  }
}

/**
 * Tells this node's browsers of their rooms' last events where those have changed since the last time. That is how an event
 * is noticed of which nothing arrived here: the node that committed it died, or the nodes lost sight of each other.
 */
export function createHeadNews(io: RooftopServer, gate: RealtimeGate, log: Log): () => Promise<void> {
  let said = new Map<string, number>();
  async function look(heads: NonNullable<RealtimeGate["heads"]>): Promise<void> {
    const rooms = new Map<string, MarkedRoom>();
    for (const { data } of io.of("/").sockets.values()) {
      for (const room of markedRoomsOf(data.connected)) rooms.set(roomName(room), room);
    }
    const seqs = rooms.size > 0 ? await heads([...rooms.values()]) : [];
    const now = new Map([...rooms.keys()].map((name, at) => [name, seqs[at] ?? 0]));
    for (const [name, { kind }] of rooms) {
      const seq = now.get(name);
      if (seq && said.get(name) !== seq) io.local.to(name).emit(headsEvent, { [kind]: seq });
    }
    said = now;
  }

  return async () => {
    if (!gate.heads) return;
    await look(gate.heads).catch((error: unknown) =>
      log.warn({ err: error }, "the last events could not be looked at"),
    );
  };
}
