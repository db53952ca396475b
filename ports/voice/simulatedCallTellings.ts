import type pg from "pg";
import type { Log } from "../log.ts";
import type { Fault } from "../sms/simulatedFaults.ts";
import type { Stage } from "./simulatedCalls.ts";
import type { Recording } from "./voice.ts";

/** What is due later: something to tell, or the end of somebody's patience. */
export type Telling =
  | { readonly what: "recorded"; readonly recording: Recording }
  | { readonly what: "ended"; readonly seconds: number }
  | { readonly what: "patience"; readonly stage: Stage };

export interface DueTelling {
  readonly id: string;
  readonly call_id: number;
  readonly telling: Telling;
  readonly tries: number;
}

/** A process that took a telling and says nothing for this long is taken for dead; the telling is told again. */
const lease = "15 seconds";
const pollEvery = 500;

/** Puts in what is due after so many milliseconds. */
export async function putIn(pool: pg.Pool, call_id: number, tellings: readonly Telling[], after: number) {
  await pool.query(
    `insert into simulated_call_tellings (call_id, telling, due_at)
     select $1, t.telling, now() + ($3 + t.place) * interval '1 millisecond'
     from jsonb_array_elements($2) with ordinality as t (telling, place)`,
    [call_id, JSON.stringify(tellings), after],
  );
}

/** What a fault makes of what is to be told. */
export function faulty(tellings: readonly Telling[], fault: Fault): Telling[] {
  if (fault.lose) return [];
  const order = fault.shuffle ? tellings.toReversed() : [...tellings];
  return Array.from({ length: 1 + (fault.duplicate ?? 0) }).flatMap(() => order);
}

export interface CallTeller {
  start(tell: (due: DueTelling) => Promise<void>): void;
  look(): void;
  stop(): Promise<void>;
}

/** Tells from the database, so that a restart loses nothing, and again until it was heard. */
export function createCallTeller(pool: pg.Pool, log: Log): CallTeller {
  let tell: ((due: DueTelling) => Promise<void>) | undefined;
  let round: Promise<void> | undefined;
  let polling: NodeJS.Timeout | undefined;

  async function tellAllDue(): Promise<void> {
    for (let due = await claim(pool); due && tell; due = await claim(pool)) {
      try {
        await tell(due);
        await pool.query("delete from simulated_call_tellings where id = $1", [due.id]);
      } catch (error) {
        log.warn({ err: error, call: due.call_id }, "the application did not take what the carrier told of a call");
        await postpone(pool, due);
      }
    }
  }

  function look(): void {
    if (!tell || round) return;
    round = tellAllDue()
      .catch((error: unknown) => log.warn({ err: error }, "the simulated carrier can't look at its calls"))
      .finally(() => {
        round = undefined;
      });
  }

  return {
    look,
    start(to) {
      tell = to;
      polling = setInterval(look, pollEvery);
      look();
    },
    async stop() {
      tell = undefined;
      clearInterval(polling);
      await round;
    },
  };
}

async function claim(pool: pg.Pool): Promise<DueTelling | undefined> {
  const { rows } = await pool.query<DueTelling>(
    `update simulated_call_tellings t set due_at = now() + interval '${lease}'
     from (
       select id from simulated_call_tellings where due_at <= now() order by due_at, id limit 1 for update skip locked
     ) due
     where t.id = due.id returning t.id, t.call_id::float8 as call_id, t.telling, t.tries`,
  );
  return rows[0];
}

/** Half a second, then twice as long each time, at most half a minute. */
async function postpone(pool: pg.Pool, { id, tries }: DueTelling): Promise<void> {
  const wait = Math.min(500 * 2 ** tries, 30_000);
  await pool.query(
    "update simulated_call_tellings set tries = tries + 1, due_at = now() + $2 * interval '1 millisecond' where id = $1",
    [id, wait],
  );
}
