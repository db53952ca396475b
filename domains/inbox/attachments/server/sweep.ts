import type { Server } from "#core/server/serve.ts";
import { deleteAttachment, lockForgotten } from "./store.ts";

const aDay = 86_400_000;

/** Removes files that were added and not sent within a day, the file before its row, so that none is forgotten. */
export async function sweep({ within, ports, log }: Server): Promise<void> {
  for (;;) {
    const removed = await within.platform("forgotten files", async ({ db, now }) => {
      const files = await lockForgotten(db, new Date(now().getTime() - aDay));
      for (const { dealer_id, id, storage_key } of files) {
        await ports.storage.remove(storage_key);
        await deleteAttachment(db, dealer_id, id);
      }
      return files.length;
    });
    if (removed === 0) return;
    log.info({ removed }, "files that nobody sent were removed");
  }
}
