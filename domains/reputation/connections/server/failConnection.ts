import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { notify } from "#domains/notifications/server/public.ts";
import { membersAt } from "#domains/team/server/public.ts";
import type { SiteFailure } from "#ports/reviews/reviews.ts";
import { reviewConnectionEvents } from "../contract.ts";
import { stateAfterFailures, waitAfter } from "../rules.ts";
import { type LockedConnection, updateConnection } from "./store.ts";
import { connectionTexts } from "./texts.ts";

/** Keeps why a site couldn't be read, and when it is asked again. Whoever can mend it is told once. */
export async function failConnection(
  unit: UnitOfWork,
  connection: LockedConnection,
  failure: Pick<SiteFailure, "kind"> & { readonly retryAfter?: number },
): Promise<void> {
  const { dealer_id, location_id, site_id } = connection;
  const failures = connection.failures + 1;
  unit.publish(reviewConnectionEvents.changed, { target_id: site_id }, { dealer_id, location_id });
  if (failure.kind === "needs_access") {
    await updateConnection(unit.db, connection, {
      state: "needs_access",
      problem: connectionTexts.needsAccess,
      failures,
      next_at: null,
    });
    if (connection.state !== "needs_access") await notifyManagers(unit, connection);
    return;
  }
  const state = stateAfterFailures(connection.state, failures);
  const next_at = new Date(unit.now().getTime() + waitAfter(failures, failure.retryAfter));
  const problem = state === "failing" ? connectionTexts.problems[failure.kind] : connection.problem;
  await updateConnection(unit.db, connection, { state, problem, failures, next_at });
}

async function notifyManagers(unit: UnitOfWork, { dealer_id, location_id }: LockedConnection): Promise<void> {
  const members = await membersAt(unit.db, { dealer_id, location_id });
  const user_ids = members.filter(({ user_type }) => user_type !== "agent").map(({ id }) => id);
  const { title, text } = connectionTexts.notification;
  await notify(unit, { dealer_id, location_id, user_ids }, { kind: "review", title, text, chat_id: null });
}
