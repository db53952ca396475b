import { onlyLooking } from "#core/failure.ts";
import type { Scope } from "#core/people.ts";
import { isWriteRefused } from "./postgres.ts";
import type { Origin, Unit } from "./unit.ts";
import type { Within } from "./within.ts";

/**
 * The way to the database of somebody who looks into an account: it reads in the scope of their session, in transactions
 * in which Postgres refuses to write, and every other way is closed.
 */
export function lookingOnly(within: Within): Within {
  const look = <T>(scope: Scope, origin: Origin, work: (unit: Unit) => Promise<T>) =>
    within.reading(scope, origin, (unit) => work({ ...unit, ...silent })).catch(asOnlyLooking);
  return Object.assign(look, { reading: look, business: closed, platform: closed, lookup: closed, tellLeft: closed });
}

async function closed(): Promise<never> {
  throw onlyLooking();
}

function refuse(): never {
  throw onlyLooking();
}

/** What would leave without a row is refused here. */
const silent: Pick<Unit, "tell" | "enqueue" | "audit" | "afterCommit"> = {
  tell: refuse,
  enqueue: closed,
  audit: closed,
  afterCommit: refuse,
};

function asOnlyLooking(error: unknown): never {
  throw isWriteRefused(error) ? onlyLooking() : error;
}
