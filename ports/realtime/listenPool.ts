import pg from "pg";
import type { Log } from "../log.ts";

/** The subset of a pool and a client that Socket.IO's Postgres adapter uses. */
export interface AdapterPool {
  query(text: string, values?: unknown[]): Promise<unknown>;
  connect(): Promise<AdapterClient>;
  close(): Promise<void>;
}

interface AdapterClient {
  on(event: "notification" | "end", listener: (notification: pg.Notification) => void): unknown;
  removeAllListeners(event: string): unknown;
  query(text: string): Promise<unknown>;
  release(): void;
}

/**
 * A dedicated connection for the adapter, which never releases it nor handles its errors: from the pool, every outage would
 * leak a slot. Never two at once, which would receive everything twice; sends share it, so events keep their order.
 */
export function listenPool(pool: pg.Pool, log: Log): AdapterPool {
  let current: Promise<pg.Client> = Promise.reject(new Error("not connected yet"));
  current.catch(() => {});

  async function disconnect(old: Promise<pg.Client>): Promise<void> {
    const client = await old.catch(() => undefined);
    client?.removeAllListeners("end").removeAllListeners("notification");
    await client?.end().catch(() => {});
  }

  async function open(): Promise<pg.Client> {
    const client = new pg.Client({
      ...pool.options,
      password: pool.options.password,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      application_name: "rooftop nodes",
    });
    client.on("error", (error) => log.warn({ err: error }, "the connection between the nodes broke; it is made again"));
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  }

  let last: Promise<unknown> = Promise.resolve();
  /** Runs queries one at a time. A connection that stops answering is closed, so it doesn't block later ones. */
  function query(text: string, values?: unknown[]): Promise<unknown> {
    const result = last.then(async () => {
      const client = await current;
      return client.query(text, values).catch((error: Error) => {
        if (error.message === "Query read timeout") void client.end().catch(() => {});
        throw error;
      });
    });
    last = result.catch(() => {});
    return result;
  }

  return {
    query,

    async connect() {
      void disconnect(current);
      const opening = open();
      current = opening;
      const client = await opening;
      return {
        on: (event, listener) => client.on(event, listener),
        removeAllListeners: (event) => client.removeAllListeners(event),
        query,
        release: () => void disconnect(opening),
      };
    },

    close: () => disconnect(current),
  };
}
