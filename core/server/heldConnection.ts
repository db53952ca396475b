import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";

/** A unit of work's connection, for as long as the unit is open. */
interface HeldConnection {
  isOpen: boolean;
}

const held = new AsyncLocalStorage<HeldConnection | undefined>();
let refusals: Error[] | undefined;

/** Runs a unit of work that holds a connection until it ends. */
export async function holdingConnection<T>(work: () => Promise<T>): Promise<T> {
  const own: HeldConnection = { isOpen: true };
  try {
    return await held.run(own, work);
  } finally {
    own.isOpen = false;
  }
}

/** Runs work whose connections come from another pool than the one that is held, and never the other way around. */
export function withConnectionsOfItsOwn<T>(work: () => Promise<T>): Promise<T> {
  return held.run(undefined, work);
}

/**
 * Refuses what needs a second connection while this work holds one: when as many do so as there are connections, each waits
 * for another's, and everybody else with them.
 *
 * @throws in tests; elsewhere it only returns the error, for the log.
 */
export function checkNoneHeld(what: string): Error | undefined {
  if (!held.getStore()?.isOpen) return undefined;
  const error = new Error(
    `${what} needs a connection while this work holds one: do it before or after the unit of work`,
  );
  if (!refusals) return error;
  refusals.push(error);
  throw error;
}

/** Has every connection of this pool checked as it is asked for. */
export function checkConnections(pool: pg.Pool, log: { warn(detail: object, message: string): void }): void {
  type Callback = Parameters<pg.Pool["connect"]>[0];
  const connect = pool.connect.bind(pool) as (callback?: Callback) => unknown;
  const checked = (callback?: Callback): unknown => {
    try {
      const nested = checkNoneHeld("A statement");
      if (nested) log.warn({ stack: nested.stack }, nested.message);
    } catch (error) {
      if (!callback) return Promise.reject(error as Error);
      callback(error as Error, undefined, () => {});
      return undefined;
    }
    return connect(callback);
  };
  pool.connect = checked as pg.Pool["connect"];
}

/** From now on, a second connection throws. Returns what was refused since the last call, also where that was caught. */
export function takeRefusals(): readonly Error[] {
  const taken = refusals ?? [];
  refusals = [];
  return taken;
}
