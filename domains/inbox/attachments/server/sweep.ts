import type { Server } from "#core/server/serve.ts";
import { deleteAttachment, lockAbandonedDrafts } from "./store.ts";

const dayMs = 86_400_000;

/** Removes uploads that nobody sent within a day; the file goes before its row, so that a crash leaves nothing behind. */
export async function sweepAttachments({ within, ports, log }: Server): Promise<void> {
  for (;;) {
    const removed = await within.platform("forgotten files", async ({ db, now }) => {
      const files = await lockAbandonedDrafts(db, new Date(now().getTime() - dayMs));
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
