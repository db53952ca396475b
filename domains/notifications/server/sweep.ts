import type { Server } from "#core/server/serve.ts";
import { retentionDays } from "../rules.ts";
import { removeNotificationsBefore } from "./store.ts";
import { removeExpired } from "./subscriptionStore.ts";

/** Removes old notifications and devices with expired sign-ins. */
export async function sweep({ within }: Server): Promise<void> {
  await within.platform("notifications", async ({ db, now }) => {
    await removeExpired(db, now());
    await removeNotificationsBefore(db, new Date(now().getTime() - retentionDays * 24 * 3600 * 1000));
  });
}
