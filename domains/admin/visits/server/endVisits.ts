import type { Server } from "#core/server/serve.ts";
import type { Unit } from "#core/server/unit.ts";
import { endDueVisits } from "./store.ts";

interface Ended {
  readonly dealer_id: number;
  readonly id: number;
  readonly visited_by: number;
}

/** The client's own trail says that nobody looks any more. */
export async function noteEnds({ audit }: Unit, ended: readonly Ended[]): Promise<void> {
  for (const { dealer_id, id, visited_by } of ended) {
    await audit({ action: "stopped looking into", subject: "account", subject_id: id, dealer_id, user_id: visited_by });
  }
}

/** A visit is closed by the clock itself; this notes the end of those that nobody left. */
export async function endVisits({ within }: Pick<Server, "within">): Promise<void> {
  await within.platform("visits", async (unit) => noteEnds(unit, await endDueVisits(unit.db, unit.now())));
}
