import { sql } from "kysely";
import * as z from "zod/mini";
import { nounCount } from "#core/count.ts";
import { Failure } from "#core/failure.ts";
import { Id } from "#core/fields.ts";
import { type Job, type JobData, job } from "#core/job.ts";
import { tryLockByName } from "#core/server/advisoryLock.ts";
import { isRetryable } from "#core/server/postgres.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { listById, setListProcessing } from "#domains/lists/server/public.ts";
import { uploadEvents } from "../contract.ts";
import type { UploadState } from "../fields.ts";
import { changeUpload, isFilledByOther, lockUpload, type UploadRow } from "./store.ts";

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

/**
 * One step of an import or its undo, in a transaction of its own. It writes how far it has come together with its rows, so
 * that a crash repeats nothing.
 *
 * @returns the rows done so far, or `over` when the upload has left its state.
 */
export type UploadStep = (unit: UnitOfWork, upload: UploadRow) => Promise<number | "over">;

const reportIntervalMs = 500;
const busyRetrySeconds = 3;

/**
 * Runs an import or its undo if the upload is still in `state`: step by step, so that a text waits for one step's rows at
 * most, and on from where a crash left it; one upload at a time per location. After a permanent failure, an import is
 * taken back, and an undo can be started again.
 */
export async function runUploadWork<J extends Job>(
  server: Server,
  job: J,
  data: JobData<J> & UploadJobData,
  state: Extract<UploadState, "importing" | "undoing">,
  step: UploadStep,
): Promise<void> {
  const { within, log } = server;
  let upload: UploadRow | undefined;
  let lastReportAt = performance.now();
  const runStep = () =>
    within.business(data, job.name, async (unit) => {
      // A large pending list speeds up bulk inserts into the GIN index.
      await sql`set local statement_timeout = '2min'; set local gin_pending_list_limit = '32MB';
        set local work_mem = '64MB'`.execute(unit.db);
      const { dealer_id, location_id } = data;
      if (!(await tryLockByName(unit.db, `customers.import ${dealer_id} ${location_id}`))) {
        await unit.enqueue(job, data, { delaySeconds: busyRetrySeconds, dedupeKey: `upload ${data.upload_id}` });
        return false;
      }
      upload = await lockUpload(unit.db, data, data.upload_id);
      if (upload?.state !== state) return false;
      const done = await step(unit, upload);
      if (done === "over") return false;
      await changeUpload(unit.db, data, upload.id, { rows_done: done });
      if (performance.now() - lastReportAt >= reportIntervalMs) {
        lastReportAt = performance.now();
        publishProgress(unit, upload, state, done);
      }
      return true;
    });
  try {
    let goesOn = true;
    while (goesOn) goesOn = await runStep();
  } catch (error) {
    if (isRetryable(error) || (error instanceof Failure && error.kind === "unavailable")) throw error;
    log.error({ err: error, upload_id: data.upload_id }, `${job.name} failed`);
    if (upload) await within.business(data, "an import failed", (unit) => recordFailure(unit, data, state));
  }
}

/** Shows its member how far the upload is. */
export function publishProgress(
  { publish }: Pick<UnitOfWork, "publish">,
  { id, user_id, rows_total }: UploadRow,
  state: UploadState,
  done = rows_total,
): void {
  publish(uploadEvents.progress, { upload_id: id, state, done, total: rows_total }, { user_id });
}

/** What is said of an import that failed, once all of it is taken back. */
export function importFailureText({ stayed, optedOut }: { stayed: number; optedOut: number }): string {
  const used = stayed > 0 ? `, except for ${nounCount(stayed, "customer")} used or changed meanwhile` : "";
  const optOuts = optedOut > 0 ? " Opt-outs in the file were recorded and stay." : "";
  return `Something went wrong on our side. Nothing was imported${used}.${optOuts} Try again.`;
}

async function recordFailure(unit: UnitOfWork, data: UploadJobData, state: "importing" | "undoing"): Promise<void> {
  const { db, now, enqueue } = unit;
  const upload = await lockUpload(db, data, data.upload_id);
  if (upload?.state !== state) return;
  if (state === "importing" && upload.next_import_chunk > 0) {
    await changeUpload(db, data, upload.id, { state: "undoing", started_at: now(), rows_done: 0 });
    const { dealer_id, location_id, upload_id } = data;
    await enqueue(undoImportJob, { dealer_id, location_id, upload_id, user_id: upload.user_id });
    return publishProgress(unit, upload, "undoing", 0);
  }
  if (state === "importing") {
    await changeUpload(db, data, upload.id, { state: "failed", error: importFailureText({ stayed: 0, optedOut: 0 }) });
    await clearListProcessing(unit, upload);
    return publishProgress(unit, upload, "failed", 0);
  }
  const error =
    upload.finished_at === null
      ? "Something went wrong on our side. Only a part of the rows was imported. Undo the import, then try again."
      : "Something went wrong on our side. A part of the import may not be undone yet. Undo it again.";
  await changeUpload(db, data, upload.id, { state: "done", error, finished_at: upload.finished_at ?? now() });
  await clearListProcessing(unit, upload);
  publishProgress(unit, upload, "done", 0);
}

/** Marks a list as no longer processing, unless another import is still filling it. */
export async function clearListProcessing(unit: Pick<UnitOfWork, "db" | "publish">, upload: UploadRow): Promise<void> {
  const { db } = unit;
  const { id, dealer_id, location_id, list_id } = upload;
  if (list_id === null || (await isFilledByOther(db, dealer_id, list_id, id))) return;
  const location = { dealer_id, location_id };
  if (await listById(db, location, list_id)) await setListProcessing(unit, location, list_id, false);
}
