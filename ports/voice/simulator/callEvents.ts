import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import { createLooks } from "#core/looks.ts";
import type { Log } from "../../log.ts";
import type { Fault } from "../../sms/simulator/faults.ts";
import { lookMs, retryMs, waitUntil } from "../../sms/simulator/waits.ts";
import type { Recording } from "../voice.ts";
import type { CallStage } from "./calls.ts";

/** Something due later: a callback to deliver, or a timeout (`patience`). Stored as JSON. */
export type ScheduledCallEvent =
  | { readonly what: "recorded"; readonly recording: Recording }
  | { readonly what: "ended"; readonly seconds: number }
  | { readonly what: "patience"; readonly stage: CallStage; readonly isMember?: true; readonly turn?: number };

export interface DueCallEvent {
  readonly id: string;
  readonly call_id: number;
  readonly event: ScheduledCallEvent;
  readonly tries: number;
}

/** How long a claim holds: a process silent for longer counts as dead, and its event is delivered again. */
const lease = "15 seconds";

async function scheduleCallEvents(
  pool: pg.Pool,
  call_id: number,
  events: readonly ScheduledCallEvent[],
  after: number,
) {
  await pool.query(
    `insert into simulated_call_tellings (call_id, telling, due_at)
     select $1, e.event, now() + ($3 + e.position) * interval '1 millisecond'
     from jsonb_array_elements($2) with ordinality as e (event, position)`,
    [call_id, JSON.stringify(events), after],
  );
}

/** Applies a fault: drops, reverses or repeats callbacks. */
export function applyFault(events: readonly ScheduledCallEvent[], fault: Fault): ScheduledCallEvent[] {
  if (fault.lose) return [];
  const order = fault.shuffle ? events.toReversed() : [...events];
  return Array.from({ length: 1 + (fault.duplicate ?? 0) }).flatMap(() => order);
}

export interface CallEventDispatcher {
  start(deliver: (due: DueCallEvent) => Promise<void>): void;
  /** Schedules events after so many milliseconds. */
  schedule(call_id: number, events: readonly ScheduledCallEvent[], after: number): Promise<void>;
  stop(): Promise<void>;
}

/** Delivers events from the database, so restarts lose nothing, and retries until one succeeds. */
export function createCallEventDispatcher(pool: pg.Pool, log: Log): CallEventDispatcher {
  let deliver: ((due: DueCallEvent) => Promise<void>) | undefined;

  async function deliverAllDue(): Promise<void> {
    for (let due = deliver && (await claim(pool)); due && deliver; due = await claim(pool)) {
      try {
        await deliver(due);
        await pool.query("delete from simulated_call_tellings where id = $1", [due.id]);
      } catch (error) {
        log.warn({ err: error, call: due.call_id }, "the application failed a call callback; it will be retried");
        await postpone(pool, due);
      }
    }
  }

  async function look(): Promise<number> {
    await deliverAllDue();
    const { rows } = await pool.query<{ ms: number | null }>(
      "select ceil(extract(epoch from min(due_at) - now()) * 1000)::float8 as ms from simulated_call_tellings",
    );
    return waitUntil(rows[0]?.ms ?? null);
  }

  const onFailure = (error: unknown) => {
    log.warn({ err: error }, "the simulated carrier can't read its due call events");
    return retryMs;
  };
  // Texts and calls are sent within units of work, to which what follows doesn't belong.
  const looks = createLooks(look, { apart: lookMs, onFailure, context: AsyncLocalStorage.snapshot() });

  return {
    async schedule(call_id, events, after) {
      await scheduleCallEvents(pool, call_id, events, after);
      if (deliver) looks.within(after + 20);
    },
    start(handler) {
      deliver = handler;
      looks.now();
    },
    async stop() {
      deliver = undefined;
      await looks.stop();
    },
  };
}

async function claim(pool: pg.Pool): Promise<DueCallEvent | undefined> {
  const { rows } = await pool.query<DueCallEvent>(
    `update simulated_call_tellings t set due_at = now() + interval '${lease}'
     from (
       select id from simulated_call_tellings where due_at <= now() order by due_at, id limit 1 for update skip locked
     ) due
     where t.id = due.id returning t.id, t.call_id::float8 as call_id, t.telling as event, t.tries`,
  );
  return rows[0];
}

/** Retries after half a second, doubling each time up to 30 seconds. */
async function postpone(pool: pg.Pool, { id, tries }: DueCallEvent): Promise<void> {
  const wait = Math.min(500 * 2 ** tries, 30_000);
  await pool.query(
    "update simulated_call_tellings set tries = tries + 1, due_at = now() + $2 * interval '1 millisecond' where id = $1",
    [id, wait],
  );
}
