import { sql } from "kysely";
import { withConnectionsOfItsOwn } from "./heldConnection.ts";
import type { Db } from "./unitOfWork.ts";
import type { Within } from "./within.ts";

/** Runs work every few seconds, more often than the queue's per-minute schedule can. */
export interface Ticker {
  /** Runs `work` every `seconds` once started. A failure is logged and retried at the next turn. */
  every(name: string, seconds: number, work: () => Promise<void>): void;
  /** Starts; work added later starts at once. */
  start(): void;
  /** Stops after the turns in progress. */
  stop(): Promise<void>;
}

interface TickerDeps {
  readonly within: Within;
  readonly log: { error(detail: object, message: string): void };
}

interface Turn {
  readonly name: string;
  readonly seconds: number;
  readonly work: () => Promise<void>;
}

/** Creates a ticker. It does nothing until started: in tests, never. */
export function createTicker({ within, log }: TickerDeps): Ticker {
  const turns: Turn[] = [];
  const timers = new Map<Turn, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  let state: "new" | "ticks" | "stopped" = "new";

  function runTurn(turn: Turn): void {
    const startedAt = performance.now();
    const run = takeTurn(within, turn)
      .then(() => undefined)
      .catch((error: unknown) => log.error({ err: error, ticks: turn.name }, "a turn failed"));
    running.add(run);
    void run.then(() => {
      running.delete(run);
      if (state !== "ticks") return;
      const msLeft = turn.seconds * 1000 - (performance.now() - startedAt);
      timers.set(
        turn,
        setTimeout(() => runTurn(turn), Math.max(0, msLeft)),
      );
    });
  }

  return {
    every(name, seconds, work) {
      const turn = { name, seconds, work };
      turns.push(turn);
      if (state === "ticks") runTurn(turn);
    },
    start() {
      if (state !== "new") return;
      state = "ticks";
      for (const turn of turns) runTurn(turn);
    },
    async stop() {
      state = "stopped";
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}

/**
 * Runs the work unless another process is running it or just has. The row stays locked meanwhile, for half a minute at
 * most, and is released when a process dies. The database's clock decides, so that processes agree.
 *
 * @returns whether the work ran here.
 */
export async function takeTurn(within: Within, { name, seconds, work }: Turn): Promise<boolean> {
  await within.platform(`ticks of ${name}`, ({ db }) => addTurn(db, name));
  return within.platform(`ticks of ${name}`, async ({ db }) => {
    // A timer that fires slightly early must not lose its turn.
    const { rows: claimed } = await sql`update ticks set at = clock_timestamp() where name in (
      select name from ticks
      where name = ${name} and at <= clock_timestamp() - make_interval(secs => ${seconds * 0.8}::float8)
      for update skip locked) returning name`.execute(db);
    if (claimed.length === 0) return false;
    await withConnectionsOfItsOwn(work);
    return true;
  });
}

/** In its own transaction: otherwise other processes would wait for this one's work to finish. */
async function addTurn(db: Db, name: string): Promise<void> {
  const { rows: existing } = await sql`select from ticks where name = ${name}`.execute(db);
  if (existing.length > 0) return;
  await sql`insert into ticks (name, at) values (${name}, '-infinity') on conflict do nothing`.execute(db);
}
