import type { Server } from "#core/server/serve.ts";
import { previewDays, undoDays } from "../contract.ts";
import { deleteChunks } from "./chunkStore.ts";
import { changeUpload, staleUploads } from "./store.ts";

const dayMs = 24 * 3_600_000;
const batchSize = 20;

/**
 * Discards abandoned previews and deletes the rows of imports past their undo period. Files with an attested consent are
 * kept as evidence.
 */
export async function sweepUploads({ within, ports }: Server): Promise<void> {
  for (;;) {
    const swept = await within.platform("sweep uploads", async ({ db, now }) => {
      const daysAgo = (days: number) => new Date(now().getTime() - days * dayMs);
      const stale = await staleUploads(db, daysAgo(previewDays), daysAgo(undoDays), batchSize);
      for (const { dealer_id, location_id, id, state } of stale) {
        await deleteChunks(db, { dealer_id, upload_id: id });
        const isOver = state === "done" || state === "undone";
        const change = { has_rows: false, ...(!isOver && { state: "discarded" }), samples: "[]" };
        await changeUpload(db, { dealer_id, location_id }, id, change);
      }
      return stale;
    });
    for (const { file_key, consent_words } of swept) {
      if (consent_words === "") await ports.storage.remove(file_key);
    }
    if (swept.length < batchSize) return;
  }
}
