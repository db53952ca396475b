import type { Server } from "#core/server/serve.ts";
import { keptDays } from "../rules.ts";
import { removeAlertsEndedBefore } from "./store.ts";

/** Removes alerts that ended so long ago that nobody asks about them any more. Open ones stay, however old. */
export async function removeEnded({ within }: Pick<Server, "within">): Promise<void> {
  await within.platform("ended alerts", ({ db, now }) =>
    removeAlertsEndedBefore(db, new Date(now().getTime() - keptDays * 24 * 3600 * 1000)),
  );
}
