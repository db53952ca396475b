import type { Server } from "#core/server/serve.ts";
import { outdatedInvitations } from "./invitationStore.ts";
import { announceJob } from "./jobs.ts";

/** Enqueues the invitations of all businesses that calendars no longer show rightly, wherever the meeting was changed. */
export async function sweepInvitations({ within }: Pick<Server, "within">): Promise<void> {
  await within.platform("outdated calendar invitations", async (unit) => {
    for (const key of await outdatedInvitations(unit.db, unit.now())) unit.enqueue(announceJob, key);
  });
}
