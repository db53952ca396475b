import pg from "pg";
import type { Log } from "../log.ts";

/** What Socket.IO's Postgres adapter uses of a pool. */
export interface AdapterPool {
  query(text: string, values?: unknown[]): Promise<unknown>;
  connect(): Promise<pg.Client & { release(): void }>;
  close(): Promise<void>;
}

/**
 * The application's pool as the adapter needs it. The adapter keeps one connection to listen on for ever and does not
 * look after its errors: of the pool itself it would hold a place for every outage and end the process with the
 * first. So it gets a connection of its own, and never two at once, which would hear everything twice.
 */
export function listenPool(pool: pg.Pool, log: Log): AdapterPool {
  let listening: pg.Client | undefined;

  async function leave(client: pg.Client | undefined): Promise<void> {
    if (!client) return;
    client.removeAllListeners("end").removeAllListeners("notification");
    await client.end().catch(() => {});
  }

  return {
    query: (text, values) => pool.query(text, values),

    async connect() {
      void leave(listening);
      const client = new pg.Client({ ...pool.options, keepAlive: true, connectionTimeoutMillis: 5_000 });
      listening = client;
      client.on("error", (error) =>
        log.warn({ err: error }, "the connection between the nodes broke; it is made again"),
      );
      try {
        await client.connect();
      } catch (error) {
        await leave(client);
        throw error;
      }
      return Object.assign(client, { release: () => void leave(client) });
    },

    close: () => leave(listening),
  };
}
