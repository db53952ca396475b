import pg from "pg";
import type { Db } from "pg-boss";
import type { Log } from "../log.ts";

/** The queue's own connections, so that no other work keeps it waiting. */
export function openJobsPool(url: string, log: Log): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: "rooftop jobs",
    max: 6,
    // Longer than the minute between two schedules: a new connection costs more than all that it asks.
    idleTimeoutMillis: 90_000,
    connectionTimeoutMillis: 10_000,
  });
  pool.on("error", (error) => {
    if (!pool.ending) log.warn({ error: error.message }, "a database connection of the job queue broke");
  });
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** The most statements that each connection keeps planned. */
const maxPrepared = 200;

/**
 * pg-boss's statements on a pool, each planned once: planning a fetch takes longer than running it. `channel` is what its
 * notifications come through, known once it has started.
 */
export function databaseOver(pool: pg.Pool): { database: Db; channel: () => string } {
  const names = new Map<string, string>();
  let channel = "";
  const nameOf = (text: string) => {
    const name = names.get(text) ?? (names.size < maxPrepared ? `jobs_${names.size + 1}` : undefined);
    if (name) names.set(text, name);
    return name;
  };
  const database: Db = {
    executeSql(text, values) {
      const name = values && values.length > 0 ? nameOf(text) : undefined;
      return name ? pool.query({ name, text, values: values as unknown[] }) : pool.query(text, values);
    },
    async listen(its) {
      channel = its;
      return { close: async () => {} };
    },
  };
  return { database, channel: () => channel };
}
