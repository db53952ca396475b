import type { Server } from "#core/server/serve.ts";
import { importJob, undoImportJob } from "./jobs.ts";
import { runningUploads } from "./store.ts";

/** After this many milliseconds, an import's job may have died with its process. */
const staleAfterMs = 60_000;

/**
 * Resumes imports that a dead process left behind. The job checks the state again, so a running import is left alone.
 *
 * @param all skips the wait, for right after a start.
 */
export async function recoverImports({ within, log }: Server, { all = false }: { all?: boolean | undefined }) {
  await within.platform("recover imports", async ({ db, now, enqueue }) => {
    const running = await runningUploads(db, new Date(now().getTime() - (all ? 0 : staleAfterMs)));
    for (const { state, user_id, ...upload } of running) {
      const onlyOnce = `upload ${upload.upload_id}`;
      if (state === "importing") await enqueue(importJob, upload, { dedupeKey: onlyOnce });
      else await enqueue(undoImportJob, { ...upload, user_id }, { dedupeKey: onlyOnce });
    }
    if (running.length > 0) log.info({ imports: running.length }, "imports taken up again");
  });
}
