import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { endDueSupportAccess } from "#domains/accounts/server/public.ts";

interface EndedAccess {
  readonly dealer_id: number;
  readonly id: number;
  readonly visited_by: number;
}

/** Records the ends in the clients' audit trails. */
export async function auditEnds({ audit }: UnitOfWork, ended: readonly EndedAccess[]): Promise<void> {
  for (const { dealer_id, id, visited_by } of ended) {
    await audit({ action: "stopped viewing", subject: "account", subject_id: id, dealer_id, user_id: visited_by });
  }
}

/** Access expires by the clock; this records the end when the operator did not leave. */
export async function endSupportAccess({ within }: Pick<Server, "within">): Promise<void> {
  await within.platform("visits", async (unit) => auditEnds(unit, await endDueSupportAccess(unit.db, unit.now())));
}
