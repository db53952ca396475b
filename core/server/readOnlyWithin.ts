import { readOnlyAccessFailure } from "#core/failure.ts";
import type { Scope } from "#core/people.ts";
import { isWriteRefused } from "./postgres.ts";
import type { Origin, UnitOfWork } from "./unitOfWork.ts";
import type { Within } from "./within.ts";

/**
 * Database access during support access: reads in the session's scope, in read-only transactions; everything else is
 * refused.
 */
export function readOnlyWithin(within: Within): Within {
  const readOnly = <T>(scope: Scope, origin: Origin, work: (unit: UnitOfWork) => Promise<T>) =>
    within.readOnly(scope, origin, (unit) => work({ ...unit, ...refusing })).catch(toReadOnlyFailure);
  return Object.assign(readOnly, {
    readOnly,
    business: refuseAsync,
    control: refusingAccess,
    cellOf: refusingAccess,
    eachCell: refusingAccess,
    session: refuseAsync,
    publishPending: refuseAsync,
  });
}

async function refuseAsync(): Promise<never> {
  throw readOnlyAccessFailure();
}

const refusingAccess = Object.assign(() => refuseAsync(), { read: refuseAsync });

function refuse(): never {
  throw readOnlyAccessFailure();
}

/** Effects that Postgres can't refuse, because they write no row. */
const refusing: Pick<UnitOfWork, "publish" | "enqueue" | "announce" | "audit" | "withCommit" | "afterCommit"> = {
  publish: refuse,
  enqueue: refuseAsync,
  announce: refuse,
  audit: refuseAsync,
  withCommit: refuse,
  afterCommit: refuse,
};

function toReadOnlyFailure(error: unknown): never {
  throw isWriteRefused(error) ? readOnlyAccessFailure() : error;
}
