import { createAdapter } from "@socket.io/postgres-adapter";
import type pg from "pg";
import { Server } from "socket.io";
import type { Log } from "../log.ts";
import { Handshake, isSameOrigin } from "./handshake.ts";
import { createHeadNews, markedRoomsOf, type RooftopServer, type RooftopSocket, sayHeads } from "./heads.ts";
import { type AdapterPool, listenPool } from "./listenPool.ts";
import { type Connected, type Realtime, type RealtimeGate, roomName } from "./realtime.ts";

export interface RealtimeSettings {
  /** Given, all nodes on this database act as one. */
  readonly pool?: pg.Pool;
  readonly log: Log;
  /** Where browsers reach us, when a proxy does not pass the host on. */
  readonly publicUrl?: string;
  /** Milliseconds between the questions for sessions that have ended. */
  readonly sweepEvery?: number;
}

/** Browsers over Socket.IO. What they send is not read: they speak through calls and only listen here. */
export function createRealtime({ pool, log, publicUrl, sweepEvery = 3_000 }: RealtimeSettings): Realtime {
  const nodes = pool && listenPool(pool, log);
  let io: RooftopServer | undefined;
  let sweep: NodeJS.Timeout | undefined;

  /** Made at the first use: a process without browsers also tells, through the other nodes. */
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
    tell(room, event, payload, mark) {
      try {
        server()
          .to(roomName(room))
          .emit(event, payload, ...(mark ? [mark] : []));
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
      attached.use((socket, next) => void admit(socket, gate, log).then(() => next(), next));
      attached.on("connection", async (socket) => {
        await socket.join(roomsOf(socket.data.connected));
        await sayHeads(socket, gate, log);
      });
      attached.attach(http);
      const sayNews = createHeadNews(attached, gate, log);
      let sweeps = 0;
      sweep = setInterval(() => {
        void closeEnded(attached, gate, log);
        sweeps += 1;
        if (sweeps % newsEvery === 0) void sayNews();
      }, sweepEvery);
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

/** In how many sweeps the rooms' last events are looked at once. */
const newsEvery = 4;

function adapterOver(nodes: AdapterPool, log: Log): ReturnType<typeof createAdapter> {
  // It is typed for a whole pool and uses no more than this.
  return createAdapter(nodes as unknown as pg.Pool, {
    // A notification carries less than 8,000 bytes.
    payloadThreshold: 7_900,
    errorHandler: (error) => log.warn({ err: error }, "an event did not reach the other nodes"),
  });
}

/** The client reads the error's text: `unauthenticated` is final, `unavailable` may be tried again. */
async function admit(socket: RooftopSocket, gate: RealtimeGate, log: Log): Promise<void> {
  const said = Handshake.safeParse(socket.handshake.auth);
  if (!said.success) throw new Error("unauthenticated");
  const { token, location_id } = said.data;
  const connected = await gate.admit(token, location_id ?? undefined).catch((error: unknown) => {
    log.warn({ err: error }, "a browser could not be let in");
    throw new Error("unavailable");
  });
  if (!connected) throw new Error("unauthenticated");
  socket.data.connected = connected;
}

function roomsOf(connected: Connected): string[] {
  const { session_id } = connected;
  return [roomName({ kind: "session", session_id }), ...markedRoomsOf(connected).map(roomName)];
}

/** Sessions that ended elsewhere, by time or by another hand, end here within seconds. */
async function closeEnded(io: RooftopServer, gate: RealtimeGate, log: Log): Promise<void> {
  const sockets = [...io.of("/").sockets.values()];
  if (sockets.length === 0) return;
  try {
    const ended = new Set(await gate.ended([...new Set(sockets.map((socket) => socket.data.connected.session_id))]));
    for (const socket of sockets) if (ended.has(socket.data.connected.session_id)) socket.disconnect(true);
  } catch (error) {
    log.warn({ err: error }, "the connected sessions could not be checked");
  }
}
