import { type WorkerServer, worker } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import { previewDays, undoDays } from "../contract.ts";
import { deleteChunks } from "./chunkStore.ts";
import { importCustomers } from "./importCustomers.ts";
import { importJob, recoverImportsJob, removeRejectsJob, sweepUploadsJob, undoImportJob } from "./runUploadWork.ts";
import { changeUpload, runningUploads, staleUploads } from "./store.ts";
import { undoImport } from "./undoImport.ts";

const dayMs = 24 * 3_600_000;
const batchSize = 20;

/**
 * Discards abandoned previews and deletes the rows of imports past their undo period. Files with an attested consent are
 * kept as evidence.
 */
export async function sweepUploads({ within, ports }: Server): Promise<void> {
  for (;;) {
    const perCell = await within.eachCell("sweep uploads", async ({ db, now }) => {
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
    for (const { file_key, consent_words } of perCell.flat()) {
      if (consent_words === "") await ports.storage.remove(file_key);
    }
    if (perCell.every((swept) => swept.length < batchSize)) return;
  }
}

/** After this many milliseconds, an import's job may have died with its process. */
const staleAfterMs = 60_000;

/**
 * Resumes imports that a crash left behind. The job checks the state again, so a running import is left alone.
 *
 * @param all skips the wait, for right after a start.
 */
export async function recoverImports({ within, log }: Server, { all = false }: { all?: boolean | undefined }) {
  await within.eachCell("recover imports", async ({ db, now, enqueue }) => {
    const running = await runningUploads(db, new Date(now().getTime() - (all ? 0 : staleAfterMs)));
    for (const { state, user_id, ...upload } of running) {
      const onlyOnce = `upload ${upload.upload_id}`;
      if (state === "importing") await enqueue(importJob, upload, { dedupeKey: onlyOnce });
      else await enqueue(undoImportJob, { ...upload, user_id }, { dedupeKey: onlyOnce });
    }
    if (running.length > 0) log.info({ imports: running.length }, "imports taken up again");
  });
}

const leadImportOf = ({ domains }: WorkerServer) => domains.find(({ leadImport }) => leadImport)?.leadImport;

export const uploadWorkers = [
  worker(importJob, (server, data) => importCustomers(server, data, leadImportOf(server))),
  worker(undoImportJob, (server, data) => {
    const uses = server.domains.flatMap(({ customersInUse }) => customersInUse ?? []);
    return undoImport(server, data, { uses, leadImport: leadImportOf(server) });
  }),
  worker(recoverImportsJob, recoverImports, {
    schedule: "* * * * *",
    atStart: (server) => recoverImports(server, { all: true }),
  }),
  worker(sweepUploadsJob, sweepUploads, { schedule: "23 * * * *" }),
  worker(removeRejectsJob, ({ ports }, { key }) => ports.storage.remove(key)),
];
