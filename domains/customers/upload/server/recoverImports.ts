import type { Server } from "#core/server/serve.ts";
import { importJob, undoImportJob } from "./jobs.ts";
import { runningUploads } from "./store.ts";

/** An import that runs longer than this, in milliseconds, may have lost its job with the process that had it. */
const patience = 60_000;

/**
 * Takes up imports that a dead process left behind. The job looks again before it acts, so one that is under way
 * meanwhile is left alone.
 *
 * @param all right after a start: nothing can be under way in this process yet, so nothing is waited for.
 */
export async function recoverImports({ within, log }: Server, { all = false }: { all?: boolean | undefined }) {
  await within.platform("recover imports", async ({ db, now, enqueue }) => {
    const running = await runningUploads(db, new Date(now().getTime() - (all ? 0 : patience)));
    for (const { state, user_id, ...upload } of running) {
      const onlyOnce = `upload ${upload.upload_id}`;
      if (state === "importing") await enqueue(importJob, upload, { onlyOnce });
      else await enqueue(undoImportJob, { ...upload, user_id }, { onlyOnce });
    }
    if (running.length > 0) log.info({ imports: running.length }, "imports taken up again");
  });
}
