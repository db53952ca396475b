import * as z from "zod/mini";
import { job } from "#core/job.ts";
import { type WorkerServer, worker } from "#core/server/domainManifest.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { LibraryFileKey } from "./public.ts";
import { type DeletedFile, deleteFile, lockDeletedFiles } from "./store.ts";

/** Removes files that were deleted a day ago and that nothing sends. */
export const sweepLibraryJob = job("library.sweep", z.object({}), { retries: 0 });

const dayMs = 86_400_000;
const batchSize = 100;

const keyOf = ({ dealer_id, id }: LibraryFileKey) => `${dealer_id} ${id}`;

/** Removes each file before its row, so that a crash leaves no orphan. */
export async function sweepLibrary({ within, ports, log, domains }: WorkerServer): Promise<void> {
  const inUse = domains.flatMap(({ libraryFilesInUse }) => libraryFilesInUse ?? []);
  const usedOf = async (db: Db, files: readonly DeletedFile[]) => {
    const used = await Promise.all(inUse.map((ask) => ask(db, files)));
    return new Set(used.flat().map(keyOf));
  };
  const perCell = await within.eachCell("deleted files of libraries", async ({ db, now }) => {
    const before = new Date(now().getTime() - dayMs);
    let removed = 0;
    let last: DeletedFile | undefined;
    for (;;) {
      const files = await lockDeletedFiles(db, before, last, batchSize);
      const used = await usedOf(db, files);
      for (const file of files) {
        if (used.has(keyOf(file))) continue;
        await ports.storage.remove(file.storage_key);
        await deleteFile(db, file);
        removed += 1;
      }
      if (files.length < batchSize) return removed;
      last = files.at(-1);
    }
  });
  const removed = perCell.reduce((sum, count) => sum + count, 0);
  if (removed > 0) log.info({ removed }, "deleted files of libraries were removed");
}

export const libraryWorkers = [worker(sweepLibraryJob, sweepLibrary, { schedule: "37 * * * *" })];
