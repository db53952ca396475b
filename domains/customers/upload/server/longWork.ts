import { sql } from "kysely";
import { Failure } from "#core/failure.ts";
import type { Job, JobData } from "#core/job.ts";
import { isRetryable } from "#core/server/postgres.ts";
import type { Server } from "#core/server/serve.ts";
import type { Db, Unit } from "#core/server/unit.ts";
import { type UploadState, uploadEvents } from "../contract.ts";
import { freeList } from "./freeList.ts";
import { changeUpload, findUploadById, type UploadRow } from "./store.ts";

/** Which upload a job is about. */
export interface UploadJob {
  readonly dealer_id: number;
  readonly location_id: number;
  readonly upload_id: number;
}

/** What the work gets: the upload, its one transaction, and a way to say how far it has come. */
export interface LongWork {
  readonly unit: Unit;
  readonly upload: UploadRow;
  readonly report: (rows: number) => void;
}

const betweenReports = 500;
const busyFor = 3;

/**
 * Does the long work about an upload that is in a state: in one transaction, so that all of it is there or none, and only
 * once, whatever dies meanwhile. One at a time at a location. What fails for good is written down in words.
 */
export async function longWork<J extends Job>(
  server: Server,
  job: J,
  data: JobData<J> & UploadJob,
  state: Extract<UploadState, "importing" | "undoing">,
  work: (long: LongWork) => Promise<void>,
): Promise<void> {
  const { within, log } = server;
  let upload: UploadRow | undefined;
  try {
    await within.business(data, job.name, async (unit) => {
      // Nobody waits for an answer here, and nothing is gained by beginning anew. The search's index takes many entries
      // in at once faster than in small portions.
      await sql`set local statement_timeout = '10min'; set local lock_timeout = '2min';
        set local gin_pending_list_limit = '32MB'; set local work_mem = '64MB'`.execute(unit.db);
      if (!(await isAlone(unit.db, data))) {
        return unit.enqueue(job, data, { after: busyFor, onlyOnce: `upload ${data.upload_id}` });
      }
      upload = await findUploadById(unit.db, data, data.upload_id);
      if (upload?.state !== state) return;
      const progress = createProgress(server, data, upload, state);
      try {
        await work({ unit, upload, report: progress.report });
      } finally {
        // Written by another connection: it must not meet this one's last statement about the upload.
        await progress.stop();
      }
    });
  } catch (error) {
    if (isRetryable(error) || (error instanceof Failure && error.kind === "unavailable")) throw error;
    log.error({ err: error, upload_id: data.upload_id }, `${job.name} failed`);
    if (upload) await giveUp(server, data, upload, state);
  }
}

/** Nobody else imports or undoes at this location until the transaction ends. */
async function isAlone(db: Db, { dealer_id, location_id }: UploadJob): Promise<boolean> {
  const key = `customers.import ${dealer_id} ${location_id}`;
  const { rows } = await sql<{ alone: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as alone`.execute(db);
  return rows[0]?.alone ?? false;
}

/** Says how far the work has come, from outside of its transaction and not too often. */
function createProgress({ within, log }: Server, data: UploadJob, upload: UploadRow, state: UploadState) {
  const { upload_id } = data;
  let last = performance.now();
  let stopped = false;
  let writing: Promise<void> | undefined;
  const write = (done: number) =>
    within.business(data, "progress of an import", async ({ db, tell }) => {
      await changeUpload(db, data, upload_id, { rows_done: done });
      tell(uploadEvents.progress, { upload_id, state, done, total: upload.rows_total }, { user_id: upload.user_id });
    });
  return {
    report(done: number) {
      if (stopped || writing || performance.now() - last < betweenReports) return;
      last = performance.now();
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

const words = {
  importing: "Something went wrong on our side. Nothing was imported; please try again.",
  undoing: "Something went wrong on our side. Nothing was undone; please try again.",
};

async function giveUp({ within }: Server, data: UploadJob, upload: UploadRow, state: keyof typeof words) {
  await within.business(data, "an import failed", async ({ db, tell }) => {
    // An import that can't be undone is still there, as it was.
    const after = state === "importing" ? "failed" : "done";
    await changeUpload(db, data, data.upload_id, { state: after, error: words[state] }, [state]);
    if (state === "importing") await freeList({ db, tell }, upload);
    const total = upload.rows_total;
    tell(
      uploadEvents.progress,
      { upload_id: data.upload_id, state: after, done: 0, total },
      { user_id: upload.user_id },
    );
  });
}
