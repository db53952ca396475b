import pg from "pg";
import type { Log } from "../log.ts";
import type { SignalListener, Signals } from "./signals.ts";

export interface SignalsSettings {
  readonly url: string;
  readonly log: Log;
  /** Milliseconds between the checks that the connection still answers; shorter in tests. */
  readonly checkMs?: number;
}

/** A connection that doesn't answer for this long, in milliseconds, is given up. */
const answersWithinMs = 5_000;
/** Milliseconds before the second try to reconnect, doubled with each up to the longest. */
const firstPauseMs = 250;
const longestPauseMs = 10_000;

/** Signals by LISTEN and NOTIFY, on one connection that is replaced when it breaks. */
export function createSignals({ url, log, checkMs = 15_000 }: SignalsSettings): Signals {
  const channels = new Map<string, SignalListener[]>();
  let state: "new" | "listens" | "stopped" = "new";
  let current: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function open(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: url,
      application_name: "rooftop signals",
      connectionTimeoutMillis: answersWithinMs,
      query_timeout: answersWithinMs,
      keepAlive: true,
    });
    client.on("error", (error) => lose(client, error));
    client.on("end", () => lose(client, new Error("The connection ended")));
    client.on("notification", ({ channel, payload = "" }) => {
      for (const { heard } of channels.get(channel) ?? []) heard(payload);
    });
    current = client;
    last = client.connect();
    await last;
    for (const channel of channels.keys()) await ask(client, `listen ${pg.escapeIdentifier(channel)}`);
    return client;
  }

  /** Runs statements one after another. */
  function ask(client: pg.Client, text: string): Promise<unknown> {
    const answer = last.then(() => client.query(text));
    last = answer.catch(() => {});
    return answer;
  }

  async function connect(): Promise<void> {
    const tried = open();
    try {
      const client = await tried;
      failures = 0;
      checkLater(client);
      for (const { missed } of [...channels.values()].flat()) missed();
    } catch (error) {
      if (current) lose(current, error as Error);
    }
  }

  /** Gives a connection up, and connects again: at once, then with growing pauses. */
  function lose(client: pg.Client, error: Error): void {
    if (client !== current) return;
    current = undefined;
    clearTimeout(timer);
    client.removeAllListeners().on("error", () => {});
    void client.end().catch(() => {});
    if (state !== "listens") return;
    if (failures === 0) log.warn({ err: error }, "the connection for signals broke; it is made again");
    const pause = failures === 0 ? 0 : Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1));
    failures += 1;
    timer = setTimeout(() => void connect(), pause);
  }

  /** A connection that breaks without a word, behind a firewall for example, would be listened to forever. */
  function checkLater(client: pg.Client): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      ask(client, "select 1").then(
        () => client === current && checkLater(client),
        (error: Error) => lose(client, error),
      );
    }, checkMs);
  }

  return {
    listen(channel, listener) {
      const listeners = channels.get(channel);
      if (listeners) {
        listeners.push(listener);
        if (state === "listens") listener.missed();
        return;
      }
      channels.set(channel, [listener]);
      const client = current;
      if (state !== "listens" || !client) return;
      ask(client, `listen ${pg.escapeIdentifier(channel)}`).then(
        () => listener.missed(),
        (error: Error) => lose(client, error),
      );
    },
    async start() {
      if (state !== "new") return;
      state = "listens";
      await connect();
    },
    async stop() {
      state = "stopped";
      clearTimeout(timer);
      const client = current;
      current = undefined;
      client?.removeAllListeners().on("error", () => {});
      await client?.end().catch(() => {});
    },
  };
}
