import type { Server } from "#core/server/serve.ts";
import { keptDays } from "../rules.ts";
import { removeOld } from "./store.ts";
import { removeRunOut } from "./subscriptionStore.ts";

/** Removes old notifications and devices with expired sign-ins. */
export async function sweep({ within }: Server): Promise<void> {
  await within.platform("notifications", async ({ db, now }) => {
    await removeRunOut(db, now());
    await removeOld(db, new Date(now().getTime() - keptDays * 24 * 3600 * 1000));
  });
}
