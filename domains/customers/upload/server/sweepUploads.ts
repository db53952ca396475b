import type { Server } from "#core/server/serve.ts";
import { previewDays, undoDays } from "../contract.ts";
import { deleteChunks } from "./chunkStore.ts";
import { changeUpload, staleUploads } from "./store.ts";

const aDay = 24 * 3_600_000;
const atOnce = 20;

/**
 * Discards previews that nobody went on with, and lets go of the rows of imports that can't be undone any longer. A file
 * for which somebody attested consent is kept.
 */
export async function sweepUploads({ within, ports }: Server): Promise<void> {
  for (;;) {
    const swept = await within.platform("sweep uploads", async ({ db, now }) => {
      const before = (days: number) => new Date(now().getTime() - days * aDay);
      const stale = await staleUploads(db, before(previewDays), before(undoDays), atOnce);
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
    if (swept.length < atOnce) return;
  }
}
