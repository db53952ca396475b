import type { Server } from "#core/server/serve.ts";
import { retentionDays } from "../rules.ts";
import { removeAlertsEndedBefore } from "./store.ts";

/** Deletes alerts past their retention; open ones stay, however old. */
export async function removeEndedAlerts({ within }: Pick<Server, "within">): Promise<void> {
  await within.platform("ended alerts", ({ db, now }) =>
    removeAlertsEndedBefore(db, new Date(now().getTime() - retentionDays * 24 * 3600 * 1000)),
  );
}
