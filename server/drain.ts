import { Server } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Log } from "#ports/log.ts";

/**
 * Milliseconds that requests under way have to end, that live connections have to say goodbye, and in which a request may
 * still come on a connection that stayed open: its answer closes the connection, so that hardly any request meets a closed one.
 */
const limits = { requests: 20_000, live: 2_000, idle: 1_000 };

/** The way in which a server stops: it takes nothing new, and what it has begun ends. */
export interface Drain {
  isDraining(): boolean;
  /** Takes no connection any more, and resolves once every request is answered, or after 20 seconds. */
  run(): Promise<void>;
}

/** Prepares a server to drain. Connections that stay open between requests are closed with their next answer. */
export function createDrain(http: FastifyInstance, log: Log, { requests, live, idle } = limits): Drain {
  let draining: Promise<void> | undefined;
  const liveConnections = new Set<Duplex>();

  http.server.on("upgrade", (_request, socket: Duplex) => {
    liveConnections.add(socket);
    socket.once("close", () => liveConnections.delete(socket));
  });
  http.addHook("onSend", async (_request, reply) => {
    if (draining) reply.header("connection", "close");
  });
  // An answer whose headers had left before is followed by no other.
  http.addHook("onResponse", async () => {
    if (draining) setImmediate(() => http.server.closeIdleConnections());
  });

  async function drain(): Promise<void> {
    const ended = new AbortController();
    const after = (ms: number) => sleep(ms, undefined, { signal: ended.signal }).catch(() => undefined);
    void after(live).then(() => {
      for (const socket of liveConnections) socket.destroy();
    });
    const close = async () => {
      const allLeft = new Promise<void>((resolve) => http.server.once("close", resolve));
      // Unlike the HTTP server's own, this only stops listening.
      Server.prototype.close.call(http.server);
      await Promise.race([allLeft, after(idle)]);
      await http.close();
      return true;
    };
    const isOver = await Promise.race([close(), after(requests).then(() => ended.signal.aborted)]);
    ended.abort();
    if (isOver) return;
    log.warn({ seconds: requests / 1000 }, "requests took too long to end and were cut");
    http.server.closeAllConnections();
  }

  return {
    isDraining: () => draining !== undefined,
    run: () => {
      draining ??= drain();
      return draining;
    },
  };
}
