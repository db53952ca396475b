import { sql } from "kysely";
import { Failure } from "#core/failure.ts";
import type { Job, JobData } from "#core/job.ts";
import { withConnectionsOfItsOwn } from "#core/server/heldConnection.ts";
import { isRetryable } from "#core/server/postgres.ts";
import type { Server } from "#core/server/serve.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { uploadEvents } from "../contract.ts";
import type { UploadState } from "../fields.ts";
import { clearListProcessing } from "./clearListProcessing.ts";
import { changeUpload, findUploadById, type UploadRow } from "./store.ts";

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
      // Nobody waits for this, so long timeouts are fine; a large pending list makes bulk inserts into the GIN index faster.
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

/** Reports progress in a separate transaction, throttled. The import holds a connection of the jobs, so it takes another's. */
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
  importing: "Something went wrong on our side. Nothing was imported; please try again.",
  undoing: "Something went wrong on our side. Nothing was undone; please try again.",
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
