import { createAdapter } from "@socket.io/postgres-adapter";
import type pg from "pg";
import { Server } from "socket.io";
import * as z from "zod/mini";
import type { Log } from "../log.ts";
import {
  createLastSequencesBroadcast,
  type RooftopServer,
  type RooftopSocket,
  sendLastSequences,
  sequencedRoomsOf,
} from "./lastSequences.ts";
import { type AdapterPool, listenPool } from "./listenPool.ts";
import { type ConnectedSession, type Realtime, type RealtimeGate, roomName } from "./realtime.ts";

interface RealtimeSettings {
  /** When set, all nodes on this database act as one. */
  readonly pool?: pg.Pool;
  readonly log: Log;
  /** The public URL, for proxies that do not forward the host. */
  readonly publicUrl?: string;
  /** Milliseconds between checks for ended sessions. */
  readonly sweepEvery?: number;
}

/** Realtime over Socket.IO. Browsers only receive here; they send through calls. */
export function createRealtime({ pool, log, publicUrl, sweepEvery = 3_000 }: RealtimeSettings): Realtime {
  const nodes = pool && listenPool(pool, log);
  let io: RooftopServer | undefined;
  let sweep: NodeJS.Timeout | undefined;

  /** Created on first use: a process without browsers also publishes, through the other nodes. */
  function server(): RooftopServer {
    io ??= new Server({
      path: "/socket.io",
      serveClient: false,
      maxHttpBufferSize: 10_000,
      connectTimeout: 10_000,
      allowRequest: (request, allow) =>
        allow(null, isSameOrigin(request.headers.origin, request.headers.host, publicUrl)),
      ...(nodes && { adapter: adapterOver(nodes, log) }),
    });
    return io;
  }

  return {
    publish(room, event, payload, position) {
      try {
        server()
          .to(roomName(room))
          .emit(event, payload, ...(position ? [position] : []));
      } catch (error) {
        log.error({ err: error, event }, "an event could not be sent");
      }
    },

    async isAnyoneIn(room) {
      const sockets = await server().in(roomName(room)).fetchSockets();
      return sockets.length > 0;
    },

    disconnect(session_id) {
      server()
        .in(roomName({ kind: "session", session_id }))
        .disconnectSockets(true);
    },

    async attach(http, gate) {
      const attached = server();
      attached.use((socket, next) => void authenticate(socket, gate, log).then(() => next(), next));
      attached.on("connection", async (socket) => {
        await socket.join(roomsOf(socket.data.connected));
        await sendLastSequences(socket, gate, log);
      });
      attached.attach(http);
      const broadcastChanges = createLastSequencesBroadcast(attached, gate, log);
      let sweeps = 0;
      sweep = setInterval(() => {
        void closeEnded(attached, gate, log);
        sweeps += 1;
        if (sweeps % sweepsPerBroadcast === 0) void broadcastChanges();
      }, sweepEvery);
    },

    release() {
      clearInterval(sweep);
      // Not as disconnected by the server, which a browser takes for the end of its session.
      for (const socket of io?.of("/").sockets.values() ?? []) socket.conn.close();
    },

    async stop() {
      clearInterval(sweep);
      // Not io.close(): that would also close the web server, which is not ours.
      io?.local.disconnectSockets(true);
      io?.engine?.close();
      io?.of("/").adapter.close();
      await nodes?.close();
    },
  };
}

/** Changed last sequences are broadcast every so many sweeps. */
const sweepsPerBroadcast = 4;

function adapterOver(nodes: AdapterPool, log: Log): ReturnType<typeof createAdapter> {
  // Typed for a whole pool, but uses only this subset.
  return createAdapter(nodes as unknown as pg.Pool, {
    // A Postgres notification is limited to 8,000 bytes; larger payloads go through a table.
    payloadThreshold: 7_900,
    errorHandler: (error) => log.warn({ err: error }, "an event did not reach the other nodes"),
  });
}

/** The client reads the error's message: `unauthenticated` is final, `unavailable` may be retried. */
async function authenticate(socket: RooftopSocket, gate: RealtimeGate, log: Log): Promise<void> {
  const handshake = Handshake.safeParse(socket.handshake.auth);
  if (!handshake.success) throw new Error("unauthenticated");
  const { token, location_id } = handshake.data;
  const connected = await gate.authenticate(token, location_id ?? undefined).catch((error: unknown) => {
    log.warn({ err: error }, "could not authenticate a browser");
    throw new Error("unavailable");
  });
  if (!connected) throw new Error("unauthenticated");
  socket.data.connected = connected;
}

function roomsOf(connected: ConnectedSession): string[] {
  const { session_id } = connected;
  return [roomName({ kind: "session", session_id }), ...sequencedRoomsOf(connected).map(roomName)];
}

/** Disconnects sessions that expired or were ended on another node. */
async function closeEnded(io: RooftopServer, gate: RealtimeGate, log: Log): Promise<void> {
  const sockets = [...io.of("/").sockets.values()];
  if (sockets.length === 0) return;
  try {
    const ended = new Set(
      await gate.endedSessions([...new Set(sockets.map((socket) => socket.data.connected.session_id))]),
    );
    for (const socket of sockets) if (ended.has(socket.data.connected.session_id)) socket.disconnect(true);
  } catch (error) {
    log.warn({ err: error }, "the connected sessions could not be checked");
  }
}

/** What a browser sends when it connects. */
const Handshake = z.object({
  token: z.string().check(z.minLength(1), z.maxLength(512)),
  location_id: z.optional(z.nullable(z.coerce.number().check(z.int(), z.positive()))),
});

/** Only our own pages may connect. Non-browser clients send no origin; they are authorized by their token alone. */
function isSameOrigin(origin: string | undefined, host: string | undefined, publicUrl?: string): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.host === host || (publicUrl !== undefined && url.origin === new URL(publicUrl).origin);
}
