import pg from "pg";
import type { Log } from "../log.ts";

/** What Socket.IO's Postgres adapter uses of a pool and of a connection. */
export interface AdapterPool {
  query(text: string, values?: unknown[]): Promise<unknown>;
  connect(): Promise<AdapterClient>;
  close(): Promise<void>;
}

interface AdapterClient {
  on(event: "notification" | "end", listener: (told: pg.Notification) => void): unknown;
  removeAllListeners(event: string): unknown;
  query(text: string): Promise<unknown>;
  release(): void;
}

/**
 * One connection of its own for the adapter, made like the pool's. The adapter keeps a connection for ever and does not
 * look after its errors: of the pool itself it would hold a place for every outage, and the first would end the process.
 * Never two at once, which would hear everything twice. What the adapter sends takes the same one, so events keep their
 * order; while there is none they reach this node's browsers at once.
 */
export function listenPool(pool: pg.Pool, log: Log): AdapterPool {
  let current: Promise<pg.Client> = Promise.reject(new Error("not connected yet"));
  current.catch(() => {});

  async function leave(old: Promise<pg.Client>): Promise<void> {
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
  /** One after the other. A connection that no longer answers is given up, so that it holds nothing back. */
  function query(text: string, values?: unknown[]): Promise<unknown> {
    const answer = last.then(async () => {
      const client = await current;
      return client.query(text, values).catch((error: Error) => {
        if (error.message === "Query read timeout") void client.end().catch(() => {});
        throw error;
      });
    });
    last = answer.catch(() => {});
    return answer;
  }

  return {
    query,

    async connect() {
      void leave(current);
      const opening = open();
      current = opening;
      const client = await opening;
      return {
        on: (event, listener) => client.on(event, listener),
        removeAllListeners: (event) => client.removeAllListeners(event),
        query,
        release: () => void leave(opening),
      };
    },

    close: () => leave(current),
  };
}
