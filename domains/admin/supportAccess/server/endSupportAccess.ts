import * as z from "zod/mini";
import { job } from "#core/job.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { endDueSupportAccess } from "#domains/accounts/server/public.ts";

/** Records the ends of expired support access. */
export const endSupportAccessJob = job("visits.end", z.object({}), { retries: 0 });

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
  await within.eachCell("visits", async (unit) => auditEnds(unit, await endDueSupportAccess(unit.db, unit.now())));
}

export const supportAccessWorkers = [worker(endSupportAccessJob, endSupportAccess, { schedule: "* * * * *" })];
