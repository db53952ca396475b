import { sql } from "kysely";
import * as z from "zod/mini";
import { Failure } from "#core/failure.ts";
import { Id } from "#core/fields.ts";
import { type Job, type JobData, job } from "#core/job.ts";
import { withConnectionsOfItsOwn } from "#core/server/heldConnection.ts";
import { isRetryable } from "#core/server/postgres.ts";
import type { Server } from "#core/server/serve.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { listById, setListProcessing } from "#domains/lists/server/public.ts";
import { uploadEvents } from "../contract.ts";
import type { UploadState } from "../fields.ts";
import { changeUpload, findUploadById, isFilledByOther, type UploadRow } from "./store.ts";

const uploadKeyFields = z.object({ dealer_id: Id, location_id: Id, upload_id: Id });

// A short expiry detects a dead worker soon; a retry that comes too early waits for the first run's lock.
const settings = { expires: 15, retries: 8, concurrency: 2 } as const;

/** Imports an upload's rows as customers. */
export const importJob = job("customers.import", uploadKeyFields, settings);

/** Undoes an import. */
export const undoImportJob = job("customers.undoImport", z.extend(uploadKeyFields, { user_id: Id }), settings);

/** Resumes imports that a crash left behind. */
export const recoverImportsJob = job("customers.recoverImports", z.object({ all: z.optional(z.boolean()) }), {
  retries: 0,
});

/** Deletes rows of uploads that are no longer needed. */
export const sweepUploadsJob = job("customers.sweepUploads", z.object({}), { retries: 0 });

/** Deletes a file of rejected rows after its URL has expired. */
export const removeRejectsJob = job("customers.removeRejects", z.object({ key: z.string() }));

/** Identifies the upload that a job works on. */
export interface UploadJobData {
  readonly dealer_id: number;
  readonly location_id: number;
  readonly upload_id: number;
}

/** What the work receives: its single transaction, the upload, and a progress callback. */
export interface UploadWork {
  readonly unit: UnitOfWork;
  readonly upload: UploadRow;
  readonly report: (rows: number) => void;
}

const reportIntervalMs = 500;
const busyRetrySeconds = 3;

/**
 * Runs an import or its undo if the upload is still in `state`: in one transaction, so all or nothing and only once, even
 * after a crash; one at a time per location. A permanent failure is stored as the upload's error.
 */
export async function runUploadWork<J extends Job>(
  server: Server,
  job: J,
  data: JobData<J> & UploadJobData,
  state: Extract<UploadState, "importing" | "undoing">,
  work: (long: UploadWork) => Promise<void>,
): Promise<void> {
  const { within, log } = server;
  let upload: UploadRow | undefined;
  try {
    await within.business(data, job.name, async (unit) => {
      // Runs in the background, so long timeouts are fine; a large pending list speeds up bulk inserts into the GIN
      // index.
      await sql`set local statement_timeout = '10min'; set local lock_timeout = '2min';
        set local gin_pending_list_limit = '32MB'; set local work_mem = '64MB'`.execute(unit.db);
      if (!(await tryLockLocation(unit.db, data))) {
        return unit.enqueue(job, data, { delaySeconds: busyRetrySeconds, dedupeKey: `upload ${data.upload_id}` });
      }
      upload = await findUploadById(unit.db, data, data.upload_id);
      if (upload?.state !== state) return;
      const progress = createProgress(server, data, upload, state);
      try {
        await work({ unit, upload, report: progress.report });
      } finally {
        // Progress is written on another connection, which must finish before this one updates the upload row.
        await progress.stop();
      }
    });
  } catch (error) {
    if (isRetryable(error) || (error instanceof Failure && error.kind === "unavailable")) throw error;
    log.error({ err: error, upload_id: data.upload_id }, `${job.name} failed`);
    if (upload) await recordFailure(server, data, upload, state);
  }
}

/** Tries to lock the location against other imports and undos until the transaction ends. */
async function tryLockLocation(db: Db, { dealer_id, location_id }: UploadJobData): Promise<boolean> {
  const key = `customers.import ${dealer_id} ${location_id}`;
  const { rows } = await sql<{ alone: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as alone`.execute(db);
  return rows[0]?.alone ?? false;
}

/** Reports progress, throttled, in a transaction of its own. The import holds a jobs' connection, so this takes a requests'. */
function createProgress({ withinPeople, log }: Server, data: UploadJobData, upload: UploadRow, state: UploadState) {
  const { upload_id } = data;
  let lastReportAt = performance.now();
  let stopped = false;
  let writing: Promise<void> | undefined;
  const write = (done: number) =>
    withConnectionsOfItsOwn(() =>
      withinPeople.business(data, "progress of an import", async ({ db, publish }) => {
        await changeUpload(db, data, upload_id, { rows_done: done });
        const progress = { upload_id, state, done, total: upload.rows_total };
        publish(uploadEvents.progress, progress, { user_id: upload.user_id });
      }),
    );
  return {
    report(done: number) {
      if (stopped || writing || performance.now() - lastReportAt < reportIntervalMs) return;
      lastReportAt = performance.now();
      writing = write(done)
        .catch((error: unknown) => log.warn({ err: error }, "progress could not be written"))
        .finally(() => (writing = undefined));
    },
    async stop() {
      stopped = true;
      await writing;
    },
  };
}

const failureTexts = {
  importing: "Something went wrong on our side. Nothing was imported. Try again.",
  undoing: "Something went wrong on our side. Nothing was undone. Try again.",
};

async function recordFailure(
  { within }: Server,
  data: UploadJobData,
  upload: UploadRow,
  state: keyof typeof failureTexts,
) {
  await within.business(data, "an import failed", async ({ db, publish }) => {
    // A failed undo leaves the import as it was.
    const nextState = state === "importing" ? "failed" : "done";
    await changeUpload(db, data, data.upload_id, { state: nextState, error: failureTexts[state] }, [state]);
    if (state === "importing") await clearListProcessing({ db, publish }, upload);
    const total = upload.rows_total;
    publish(
      uploadEvents.progress,
      { upload_id: data.upload_id, state: nextState, done: 0, total },
      { user_id: upload.user_id },
    );
  });
}

/** Marks a list as no longer processing, unless another import is still filling it. */
export async function clearListProcessing(unit: Pick<UnitOfWork, "db" | "publish">, upload: UploadRow): Promise<void> {
  const { db } = unit;
  const { id, dealer_id, location_id, list_id } = upload;
  if (list_id === null || (await isFilledByOther(db, dealer_id, list_id, id))) return;
  const location = { dealer_id, location_id };
  if (await listById(db, location, list_id)) await setListProcessing(unit, location, list_id, false);
}
