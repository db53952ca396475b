import type { Server } from "#core/server/serve.ts";
import { deletePictures } from "#domains/templates/pictures/server/public.ts";
import { lockUnusedPictures } from "./unusedPictures.ts";

const dayMs = 86_400_000;
/** An email can wait that long, unsaved, in the browser of whoever writes it. */
const mailDays = 30;
const batchSize = 100;

/**
 * Removes pictures that no campaign and no template has, a day after they came; those of emails after 30. The row goes before the file: a picture that a
 * draft takes at that moment keeps both.
 */
export async function sweepPictures({ within, ports, log }: Server): Promise<void> {
  for (;;) {
    const removed = await within.platform("unused marketing pictures", async ({ db, now }) => {
      const pictures = await lockUnusedPictures(db, before(now().getTime()), batchSize);
      await deletePictures(db, pictures);
      return pictures;
    });
    for (const { storage_key } of removed) await ports.storage.remove(storage_key);
    if (removed.length > 0) log.info({ removed: removed.length }, "marketing pictures that nothing uses were removed");
    if (removed.length < batchSize) return;
  }
}

const before = (now: number) => ({ texts: new Date(now - dayMs), emails: new Date(now - mailDays * dayMs) });
