import * as z from "zod/mini";
import { job } from "#core/job.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import { deleteAttachment, lockAbandonedDrafts } from "./store.ts";

/** Removes uploads that stayed unsent for a day. */
export const sweepAttachmentsJob = job("chatAttachments.sweep", z.object({}), { retries: 0 });

const dayMs = 86_400_000;

/** Deletes each file before its row, so that a crash leaves no orphan. */
export async function sweepAttachments({ within, ports, log }: Server): Promise<void> {
  for (;;) {
    const removed = await within.eachCell("forgotten files", async ({ db, now }) => {
      const files = await lockAbandonedDrafts(db, new Date(now().getTime() - dayMs));
      for (const { dealer_id, id, storage_key } of files) {
        await ports.storage.remove(storage_key);
        await deleteAttachment(db, dealer_id, id);
      }
      return files.length;
    });
    if (removed.every((count) => count === 0)) return;
    log.info({ removed }, "files that nobody sent were removed");
  }
}

export const attachmentWorkers = [worker(sweepAttachmentsJob, sweepAttachments, { schedule: "23 * * * *" })];
