import type { Server } from "#core/server/serve.ts";
import type { Unit } from "#core/server/unit.ts";
import { endDueVisits } from "./store.ts";

interface EndedAccess {
  readonly dealer_id: number;
  readonly id: number;
  readonly visited_by: number;
}

/** Records the ends in the clients' audit trails. */
export async function noteEnds({ audit }: Unit, ended: readonly EndedAccess[]): Promise<void> {
  for (const { dealer_id, id, visited_by } of ended) {
    await audit({ action: "stopped looking into", subject: "account", subject_id: id, dealer_id, user_id: visited_by });
  }
}

/** Access expires by the clock; this records the end when the operator did not leave. */
export async function endVisits({ within }: Pick<Server, "within">): Promise<void> {
  await within.platform("visits", async (unit) => noteEnds(unit, await endDueVisits(unit.db, unit.now())));
}
