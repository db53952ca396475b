import type { PersonKey } from "#core/people.ts";
import type { Deps } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { endSessionsOf } from "./store.ts";

/**
 * Ends a person's sessions (pending ones included), live connections and pushes, except those of session `keep`.
 * Needs a platform unit.
 */
export async function signOutEverywhere(
  unit: UnitOfWork,
  { ports }: Pick<Deps, "ports">,
  { dealer_id, user_id }: PersonKey,
  keep?: number,
): Promise<void> {
  const ended = await endSessionsOf(unit.db, dealer_id, user_id, unit.now(), keep);
  unit.afterCommit(() => {
    for (const session_id of ended) ports.realtime.disconnect(session_id);
  });
}
