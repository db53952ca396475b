import { onlyLooking } from "#core/failure.ts";
import type { Scope } from "#core/people.ts";
import { isWriteRefused } from "./postgres.ts";
import type { Origin, Unit } from "./unit.ts";
import type { Within } from "./within.ts";

/**
 * Database access during support access: reads in the session's scope, in read-only transactions; everything else is
 * refused.
 */
export function lookingOnly(within: Within): Within {
  const readOnly = <T>(scope: Scope, origin: Origin, work: (unit: Unit) => Promise<T>) =>
    within.reading(scope, origin, (unit) => work({ ...unit, ...refusing })).catch(toReadOnlyFailure);
  return Object.assign(readOnly, {
    reading: readOnly,
    business: refuseAsync,
    platform: refuseAsync,
    lookup: refuseAsync,
    tellLeft: refuseAsync,
  });
}

async function refuseAsync(): Promise<never> {
  throw onlyLooking();
}

function refuse(): never {
  throw onlyLooking();
}

/** Effects that Postgres can't refuse, because they write no row. */
const refusing: Pick<Unit, "tell" | "enqueue" | "audit" | "afterCommit"> = {
  tell: refuse,
  enqueue: refuseAsync,
  audit: refuseAsync,
  afterCommit: refuse,
};

function toReadOnlyFailure(error: unknown): never {
  throw isWriteRefused(error) ? onlyLooking() : error;
}
