import { sql } from "kysely";
import type { Db } from "./unit.ts";
import type { Within } from "./within.ts";

/** Does what has to be done every few seconds, more often than the queue's schedule (by the minute) can. */
export interface Ticker {
  /** Has `work` done every `seconds` once the ticker runs. A failure is logged, and tried again at the next turn. */
  every(name: string, seconds: number, work: () => Promise<void>): void;
  /** Begins; what is added later begins at once. */
  start(): void;
  /** Ends after the turns that are under way. */
  stop(): Promise<void>;
}

interface Means {
  readonly within: Within;
  readonly log: { error(detail: object, message: string): void };
}

interface Turn {
  readonly name: string;
  readonly seconds: number;
  readonly work: () => Promise<void>;
}

/** Makes a ticker. It stands still until it is started: in tests for good. */
export function createTicker({ within, log }: Means): Ticker {
  const turns: Turn[] = [];
  const timers = new Map<Turn, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  let state: "new" | "ticks" | "stopped" = "new";

  function go(turn: Turn): void {
    const began = performance.now();
    const run = takeTurn(within, turn)
      .then(() => undefined)
      .catch((error: unknown) => log.error({ err: error, ticks: turn.name }, "a turn failed"));
    running.add(run);
    void run.then(() => {
      running.delete(run);
      if (state !== "ticks") return;
      const left = turn.seconds * 1000 - (performance.now() - began);
      timers.set(
        turn,
        setTimeout(() => go(turn), Math.max(0, left)),
      );
    });
  }

  return {
    every(name, seconds, work) {
      const turn = { name, seconds, work };
      turns.push(turn);
      if (state === "ticks") go(turn);
    },
    start() {
      if (state !== "new") return;
      state = "ticks";
      for (const turn of turns) go(turn);
    },
    async stop() {
      state = "stopped";
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}

/**
 * Does the work unless another process is at it, or has just been: the row is locked while it lasts, for half a minute at
 * most, and a process that dies lets go of it. The database's own clock counts, so that processes agree.
 *
 * @returns whether it was done here.
 */
export async function takeTurn(within: Within, { name, seconds, work }: Turn): Promise<boolean> {
  await within.platform(`ticks of ${name}`, ({ db }) => addTurn(db, name));
  return within.platform(`ticks of ${name}`, async ({ db }) => {
    // A timer that is a little early must not lose a turn.
    const { rows: mine } = await sql`update ticks set at = clock_timestamp() where name in (
      select name from ticks
      where name = ${name} and at <= clock_timestamp() - make_interval(secs => ${seconds * 0.8}::float8)
      for update skip locked) returning name`.execute(db);
    if (mine.length === 0) return false;
    await work();
    return true;
  });
}

/** In a transaction of its own: another process would wait for the end of one that works. */
async function addTurn(db: Db, name: string): Promise<void> {
  const { rows: known } = await sql`select from ticks where name = ${name}`.execute(db);
  if (known.length > 0) return;
  await sql`insert into ticks (name, at) values (${name}, '-infinity') on conflict do nothing`.execute(db);
}
